// What the scripts of all pages share: numbers as people read them, axes, and
// elements.

/// An HTML element with attributes and children (texts or elements).
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/// The same for SVG.
function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes))
    made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/// Bytes as Remat's other outputs print them: "7.31 MiB".
function formatBytes(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let unit = 0, size = bytes;
  while (Math.abs(size) >= 1024 && unit + 1 < units.length) {
    size /= 1024;
    ++unit;
  }
  return unit === 0 ? `${bytes} bytes`
                    : `${parseFloat(size.toFixed(2))} ${units[unit]}`;
}

/// About `count` round numbers from 0 to `most`; powers of two of bytes if
/// `inBytes`.
function niceTicks(most, count, inBytes = false) {
  if (!(most > 0))
    return [0];
  const rough = most / count, base = inBytes ? 1024 : 1000;
  let scale = 1;
  while (scale * base <= rough)
    scale *= base;
  const steps = inBytes ? [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
                        : [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const step = scale * (steps.find((each) => each * scale >= rough) ?? base);
  const ticks = [];
  for (let tick = 0; tick <= most; tick += step)
    ticks.push(tick);
  return ticks;
}
