// What the scripts of all pages share: numbers as people read them, axes,
// elements, tables, a tooltip and the switch between light and dark. Data goes
// into a page as text nodes and attributes alone, never as markup.

/// Gives a new element attributes and children (texts or elements).
function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes))
    made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/// An HTML element.
function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/// The same for SVG.
function svgElement(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name),
              attributes, children);
}

/// Text in an SVG: `anchor` says which of its ends is at the place.
function svgText(x, y, text, anchor = "start", kind = "") {
  return svgElement("text", {x, y, "text-anchor": anchor, class: kind}, text);
}

/// A section of a page under a title, with `tools` beside the title.
function makeSection(id, title, tools, ...children) {
  return element("section", {"aria-labelledby": `${id}-title`},
                 element("div", {class: "bar"},
                         element("h2", {id: `${id}-title`}, title), ...tools),
                 ...children);
}

/// A figure in a tile of the style `kind`; `attributes` are of the figure.
function makeTile(kind, title, value, more, attributes = {}) {
  return element("div", {class: `tile ${kind}`}, element("dt", {}, title),
                 element("dd", attributes, value),
                 element("dd", {class: "more"}, more));
}

/// The number in the largest unit of which it has one, and the unit.
function scaleTo(value, base, units) {
  let unit = 0;
  for (; Math.abs(value) >= base && unit + 1 < units.length; ++unit)
    value /= base;
  return [value, units[unit]];
}

/// Bytes as Remat's other outputs print them: "7.31 MiB".
function formatBytes(bytes) {
  const [size, unit] =
      scaleTo(bytes, 1024, ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]);
  return `${parseFloat(size.toFixed(2))} ${unit}`;
}

/// "12,345"
function formatCount(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/// "12 ops", "1 op"
function formatMany(count, thing) {
  return `${formatCount(count)} ${thing}${count === 1 ? "" : "s"}`;
}

/// `part` in percent of `whole`: "3.21%", "<0.01%", "0%".
function formatPercent(part, whole) {
  const percent = whole > 0 ? 100 * part / whole : 0;
  const size = Math.abs(percent);
  if (size < 1e-9)
    return "0%";
  if (size < 0.01)
    return "<0.01%";
  return `${percent.toFixed(size >= 10 ? 1 : 2)}%`;
}

/// Nanoseconds, or units of no meaning (`device` is "unit"): "1.25 ms".
function formatTime(time, device) {
  if (device === "unit") {
    const units = parseFloat(time.toPrecision(4));
    const text = Number.isInteger(units) ? formatCount(units) : String(units);
    return `${text} unit${units === 1 ? "" : "s"}`;
  }
  const [size, unit] = scaleTo(time, 1000, ["ns", "µs", "ms", "s"]);
  return `${parseFloat(size.toPrecision(4))} ${unit}`;
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

/// What a CSS variable is now, for a canvas.
function cssColor(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name)
      .trim();
}

/// A button that calls `act`.
function makeButton(label, act, attributes = {}) {
  const button = element("button", {type: "button", ...attributes}, label);
  button.addEventListener("click", act);
  return button;
}

/// A row of buttons of which one is pressed: `choices` are [value, label].
function makeChoice(label, choices, chosen, act) {
  const group = element("span", {class: "choice", role: "group",
                                 "aria-label": label});
  for (const [value, text] of choices) {
    const button = makeButton(text, () => {
      for (const other of group.children)
        other.setAttribute("aria-pressed", String(other === button));
      act(value);
    }, {"aria-pressed": String(value === chosen), "data-value": value});
    group.append(button);
  }
  return group;
}

/// The button that switches between light and dark; `act` is called after it,
/// and when the reader's system switches.
function makeThemeButton(act) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = () => root.dataset.theme
      ? root.dataset.theme === "dark" : system.matches;
  const button = makeButton("", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    update();
  }, {id: "theme"});
  const name = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label",
                        `Switch to ${isDark() ? "light" : "dark"} colors`);
  };
  const update = () => {
    name();
    act();
  };
  system.addEventListener("change", update);
  // Paper is white.
  let screen;
  addEventListener("beforeprint", () => {
    screen = root.dataset.theme;
    root.dataset.theme = "light";
    update();
  });
  addEventListener("afterprint", () => {
    if (screen)
      root.dataset.theme = screen;
    else
      delete root.dataset.theme;
    update();
  });
  name();
  return button;
}

/// The one tooltip of the page. It repeats what is elsewhere for the mouse, so
/// that screen readers skip it.
const tooltip = {
  box: element("div", {id: "tooltip", "aria-hidden": "true", hidden: ""}),

  /// Shows lines (texts or elements) beside a point of the window.
  show(left, top, ...lines) {
    this.box.replaceChildren(...lines.map((line) => element("div", {}, line)));
    if (!this.box.isConnected)
      document.body.append(this.box);
    this.box.hidden = false;
    const {width, height} = this.box.getBoundingClientRect();
    const gap = 14, edge = 6;
    const right = left + gap + width > innerWidth - edge;
    const x = right ? left - gap - width : left + gap;
    const y = Math.min(top + gap, innerHeight - height - edge);
    this.box.style.left = `${Math.max(edge, x)}px`;
    this.box.style.top = `${Math.max(edge, y)}px`;
  },

  hide() { this.box.hidden = true; },
};

/// A column of numbers for a DataTable.
function numberColumn(title, key, show, hint) {
  return {title, key, show, hint, numeric: true};
}

/// A table that is sorted by its heads. `columns` are {title, hint, show(row),
/// key(row), numeric}: `show` gives texts or elements, `key` what to sort by.
/// Of many rows the first are shown, and the rest at a button.
class DataTable {
  constructor(caption, columns, {limit = 25, sortBy = 0, down = true} = {}) {
    this.columns = columns;
    this.limit = limit;
    this.sortBy = sortBy;
    this.down = down;
    this.all = false;
    this.rows = [];
    this.heads = columns.map((column, index) => {
      const button = makeButton(column.title, () => this.sort(index));
      const head = element("th", {scope: "col"}, button);
      if (column.hint)
        button.setAttribute("title", column.hint);
      if (column.numeric)
        head.className = "number";
      return head;
    });
    this.body = element("tbody");
    this.foot = element("tfoot");
    this.more = makeButton("", () => {
      this.all = !this.all;
      this.draw();
    });
    const table = element("table", {}, element("caption", {}, caption),
                          element("thead", {}, element("tr", {},
                                                       ...this.heads)),
                          this.body, this.foot);
    // A wide table scrolls by itself; the keyboard has to reach it for that.
    this.root = element("div", {class: "table"},
                        element("div", {class: "scroll", tabindex: "0",
                                        role: "region",
                                        "aria-label": caption}, table),
                        this.more);
  }

  /// `foot` is a row of cells, or nothing; `decorate(tr, row)` may mark a row.
  fill(rows, foot, decorate = () => {}) {
    this.rows = rows;
    this.decorate = decorate;
    this.foot.replaceChildren();
    if (foot)
      this.foot.append(element("tr", {}, ...foot.map(
          (cell, index) => this.makeCell(index, cell))));
    this.draw();
  }

  sort(index) {
    this.down = index === this.sortBy ? !this.down
                                      : Boolean(this.columns[index].numeric);
    this.sortBy = index;
    this.draw();
  }

  makeCell(index, content) {
    const cell = element("td", this.columns[index].numeric
        ? {class: "number"} : {});
    cell.append(...(Array.isArray(content) ? content : [content]));
    return cell;
  }

  draw() {
    const {key} = this.columns[this.sortBy], sign = this.down ? -1 : 1;
    // The sort is stable: equal rows stay as they were given.
    const sorted = [...this.rows].sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      return x < y ? -sign : x > y ? sign : 0;
    });
    this.heads.forEach((head, index) => head.setAttribute(
        "aria-sort", index !== this.sortBy ? "none"
                     : this.down ? "descending" : "ascending"));
    const shown = this.all ? sorted : sorted.slice(0, this.limit);
    this.body.replaceChildren(...shown.map((row) => {
      const line = element("tr", {}, ...this.columns.map(
          (column, index) => this.makeCell(index, column.show(row))));
      this.decorate(line, row);
      return line;
    }));
    this.more.hidden = sorted.length <= this.limit;
    this.more.textContent = this.all
        ? `Show the first ${this.limit}`
        : `Show all ${formatCount(sorted.length)} rows`;
  }
}

/// A page with a part for each function, and a list of these to choose from if
/// there are several. Subclasses have `choose(index)`, which shows a function,
/// and `draw()`.
class FunctionPage {
  constructor(main, {functions}, brand, ...tools) {
    this.functions = functions;
    this.content = element("div", {id: "content"});
    main.append(
        element("header", {class: "top"},
                element("span", {class: "brand"}, brand),
                element("div", {class: "tools"}, ...this.makeChoice(), ...tools,
                        makeThemeButton(() => this.draw()))),
        this.content);
  }

  makeChoice() {
    if (this.functions.length < 2)
      return [];
    const select = element("select", {id: "function",
                                      "aria-label": "Function"});
    this.functions.forEach(({name}, index) => select.append(
        element("option", {value: String(index)}, name)));
    select.addEventListener("change", () => this.choose(Number(select.value)));
    return [select];
  }

  /// Shows the first function, or `otherwise` if there is none.
  start(otherwise) {
    if (this.functions.length)
      this.choose(0);
    else
      this.content.append(element("h1", {}, otherwise));
    return this.functions.length > 0;
  }
}
