// The page of a sweep: extra time against budget as a chart and as a table,
// which point at each other.

/// How a strategy is drawn: told apart by marker and dashes too.
const STROKES = ["--c0", "--c1", "--c2", "--c3", "--c4", "--c5"];
const DASHES = ["", "9 4", "3 3", "12 4 3 4"];
const MARKS = [
  "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
  "m-4-4h8v8h-8z",
  "m0-5.5l5.5 10h-11z",
  "m0-6l6 6l-6 6l-6-6z",
  "m-5-5l10 10m0-10l-10 10",
];

function styleOf(index) {
  return {
    color: `stroke: var(${STROKES[index % STROKES.length]})`,
    dashes: DASHES[index % DASHES.length],
    mark: MARKS[index % MARKS.length],
  };
}

/// The points of a strategy to join: its smallest peak, then the budgets for
/// which it has a plan.
function pointsOf(strategy) {
  const points = strategy.points.filter((point) => point !== null);
  const smallest = {...strategy.smallest,
                    budget_bytes: strategy.smallest.peak_bytes};
  if (!points.length || smallest.budget_bytes < points[0].budget_bytes)
    points.unshift(smallest);
  return points;
}

function formatExtra(percent) {
  return `${percent.toFixed(2)}%`;
}

/// What a point says when it is pointed at.
function describePoint(name, point) {
  const lines = [
    element("strong", {}, `${name}: ${formatExtra(point.overhead_step_percent)}`
        + " extra time"),
    `budget ${formatBytes(point.budget_bytes)} ` +
        `(${point.budget_bytes.toLocaleString("en-US")} bytes)`,
    `peak ${formatBytes(point.peak_bytes)}`,
    `${point.recomputed_ops} ops recomputed, ${point.recomputed_runs} runs`,
    `${formatExtra(point.overhead_forward_percent)} of the forward ops' time`,
  ];
  const whole = "plans that keep loops, branches and calls whole";
  if (point.proved_optimal)
    lines.push(point.kept_whole ? `the fastest of ${whole}` : "proved optimal");
  else if (point.gap_step_percent !== undefined)
    lines.push(`at most ${formatExtra(point.gap_step_percent)} from optimal` +
               (point.kept_whole ? ` among ${whole}` : ""));
  if (point.searched === false)
    lines.push("not searched to the end: the sweep was stopped before");
  return lines;
}

/// The curves of a function that can be drawn, with their places among all.
function curvesOf(data) {
  return data.strategies.map((strategy, index) => ({strategy, index}))
      .filter(({strategy}) => strategy.applies);
}

class SweepChart {
  constructor(data, point) {
    this.data = data;
    this.point = point;
    this.frame = element("div", {class: "chart", id: "chart"});
    this.root = makeSection("chart", "Extra time against budget", [],
                            this.makeLegend(), this.frame);
    this.marks = [];
  }

  makeLegend() {
    const entry = (text, ...drawn) => element("li", {}, svgElement(
        "svg", {width: 44, height: 14, "aria-hidden": "true",
                style: "display: inline-block; vertical-align: middle; " +
                    "margin-right: 0.5em"}, ...drawn), text);
    return element(
        "ul", {class: "legend"}, ...curvesOf(this.data).map(
            ({strategy, index}) => {
              const {color, dashes, mark} = styleOf(index);
              return entry(
                  strategy.strategy,
                  svgElement("path", {d: "M0 7h44", style: color, fill: "none",
                                      "stroke-width": 2,
                                      "stroke-dasharray": dashes}),
                  svgElement("path", {d: `M22 7${mark}`, "stroke-width": 2,
                                      style: `${color}; fill: var(--panel)`}));
            }),
        entry("proven: no plan of any strategy is below",
              svgElement("path", {d: "M0 7h44", class: "boundary"})));
  }

  draw() {
    const width = Math.max(this.frame.clientWidth, 320), height = 430;
    const left = 64, right = width - 24, top = 14, bottom = height - 52;
    const curves = curvesOf(this.data);
    const all = curves.flatMap(({strategy}) => pointsOf(strategy));
    const budgets = [...all.map((each) => each.budget_bytes),
                     ...this.data.budgets.map((each) => each.budget_bytes)];
    const least = Math.min(...budgets);
    const most = Math.max(...budgets, least + 1);
    const highest = 1.05 * Math.max(
        ...all.map((each) => each.overhead_step_percent)) || 1;
    this.x = (bytes) => left + (bytes - least) / (most - least) *
        (right - left);
    this.y = (percent) => bottom - Math.min(Math.max(percent / highest, 0), 1) *
        (bottom - top);
    const svg = svgElement("svg", {
      width, height, role: "img", "aria-label": "Extra time in percent " +
          "against budget in bytes, by strategy: the table below has the " +
          "figures"});
    this.drawAxes(svg, {left, right, top, bottom, least, most, highest});
    this.drawBound(svg);
    this.marks = [];
    // The first strategy lies on top.
    for (const {strategy, index} of [...curves].reverse())
      this.drawCurve(svg, strategy, index);
    this.frame.replaceChildren(svg);
  }

  drawAxes(svg, {left, right, top, bottom, least, most, highest}) {
    for (const percent of ticksOf(highest))
      svg.append(
          svgElement("path", {class: "grid", d: `M${left} ${this.y(percent)}H` +
              `${right}`}),
          svgText(left - 8, this.y(percent) + 4,
                  `${parseFloat(percent.toPrecision(6))}%`, "end"));
    const count = Math.max(2, Math.min(8, Math.floor((right - left) / 110)));
    for (let i = 0; i <= count; ++i) {
      const bytes = Math.round(least + (most - least) * i / count);
      svg.append(svgText(this.x(bytes), bottom + 20, formatBytes(bytes),
                         i === count ? "end" : i ? "middle" : "start"));
    }
    svg.append(svgText((left + right) / 2, bottom + 42,
                       "budget in bytes, to the peak without recomputation",
                       "middle", "quiet"),
               svgElement("path", {class: "grid", fill: "none",
                                   d: `M${left} ${top}V${bottom}H${right}`}));
  }

  drawBound(svg) {
    const points = this.data.budgets.filter(
        (each) => each.bound_overhead_step_percent !== null);
    if (points.length)
      svg.append(svgElement("path", {
        class: "boundary", id: "bound", "stroke-width": 1.5,
        d: `M${points.map((each) => `${this.x(each.budget_bytes)} ` +
            `${this.y(each.bound_overhead_step_percent)}`).join("L")}`}));
  }

  drawCurve(svg, strategy, index) {
    const style = styleOf(index), points = pointsOf(strategy);
    const at = (point) => `${this.x(point.budget_bytes)} ` +
        `${this.y(point.overhead_step_percent)}`;
    svg.append(svgElement("path", {
      class: "curve", "data-strategy": strategy.strategy,
      style: `${style.color}; fill: none`, "stroke-width": 2,
      "stroke-dasharray": style.dashes, d: `M${points.map(at).join("L")}`}));
    for (const point of points) {
      const mark = svgElement("path", {
        class: "mark", d: `M${at(point)}${style.mark}`, "stroke-width": 2,
        // What is proved is filled.
        style: `${style.color}; fill: ${point.proved_optimal
            ? `var(${STROKES[index % STROKES.length]})` : "var(--panel)"}`,
        "stroke-dasharray": point.searched === false ? "2 2" : ""});
      const hit = svgElement("circle", {
        cx: this.x(point.budget_bytes), cy: this.y(point.overhead_step_percent),
        r: 11, fill: "transparent", class: "hit",
        "data-strategy": strategy.strategy, "data-budget": point.budget_bytes});
      hit.addEventListener("pointerenter", (event) => {
        this.point(strategy.strategy, point.budget_bytes);
        tooltip.show(event.clientX, event.clientY,
                     ...describePoint(strategy.strategy, point));
      });
      hit.addEventListener("pointerleave", () => {
        this.point(null);
        tooltip.hide();
      });
      svg.append(mark, hit);
      this.marks.push({mark, strategy: strategy.strategy,
                       budget: point.budget_bytes});
    }
  }

  /// Makes the points of a budget stand out; of one strategy if it is given.
  highlight(strategy, budget) {
    for (const each of this.marks)
      each.mark.setAttribute("stroke-width", each.budget === budget &&
          (!strategy || each.strategy === strategy) ? 5 : 2);
  }
}

/// Round percentages from 0 to `most`.
function ticksOf(most) {
  const rough = most / 6, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= rough));
  const ticks = [];
  for (let i = 0; i * step <= most; ++i)
    ticks.push(i * step);
  return ticks;
}

class SweepTable {
  constructor(data, point) {
    this.data = data;
    this.point = point;
    this.lines = new Map();
    const curves = curvesOf(data);
    const columns = [
      numberColumn("Budget", (row) => row.bytes,
                   (row) => formatBytes(row.bytes)),
      numberColumn("Bytes", (row) => row.bytes,
                   (row) => row.bytes.toLocaleString("en-US")),
      numberColumn("Proven bound", (row) => row.bound,
                   (row) => row.bound === Infinity ? "no plan"
                                                   : formatExtra(row.bound),
                   "No plan of any strategy takes less"),
      ...curves.map(({strategy}) => numberColumn(
          strategy.strategy, (row) => this.extraOf(row, strategy),
          (row) => this.makeCell(row, strategy),
          "Extra time; * is proved optimal, ? was not searched to the end")),
    ];
    this.table = new DataTable("Extra time by budget and strategy", columns,
                               {limit: 100, sortBy: 0, down: false});
    this.table.root.id = "table";
    this.root = makeSection(
        "table", "Extra time in percent of the step", [], this.table.root,
        element("p", {class: "note"}, "* is proved optimal, ? was not searched to "
            + "the end; no figure: below the smallest " +
            "peak that the strategy reaches" + (data.kept_whole
                ? "; * and bound are of plans that keep loops, branches and " +
                  "calls whole" : "")));
    this.table.fill(this.makeRows(), null,
                    (line, row) => this.decorate(line, row));
  }

  makeRows() {
    return this.data.budgets.map((budget, index) => ({
      index, bytes: budget.budget_bytes,
      bound: budget.bound_overhead_step_percent ?? Infinity,
    }));
  }

  extraOf(row, strategy) {
    return strategy.points[row.index]?.overhead_step_percent ?? Infinity;
  }

  makeCell(row, strategy) {
    const point = strategy.points[row.index];
    if (!point)
      return "";
    const cell = element("span", {"data-strategy": strategy.strategy},
                         formatExtra(point.overhead_step_percent) +
        (point.searched ? point.proved_optimal ? " *" : "" : " ?"));
    cell.addEventListener("pointerenter", (event) => tooltip.show(
        event.clientX, event.clientY,
        ...describePoint(strategy.strategy, point)));
    cell.addEventListener("pointerleave", () => tooltip.hide());
    return cell;
  }

  decorate(line, row) {
    line.setAttribute("data-budget", row.bytes);
    this.lines.set(row.bytes, line);
    line.addEventListener("pointerenter", () => this.point(null, row.bytes));
    line.addEventListener("pointerleave", () => this.point(null));
  }

  highlight(budget) {
    for (const [bytes, line] of this.lines)
      line.style.background = bytes === budget ? "var(--hover)" : "";
  }
}

/// What the sweep comes to.
function makeSweepTiles(data) {
  return element(
      "dl", {class: "tiles"},
      makeTile("before", "Peak as it stands",
               formatBytes(data.peak_before_bytes),
               `${formatBytes(data.resident_bytes)} of it resident`),
      makeTile("budget", "No plan is below",
               formatBytes(data.lower_bound_bytes),
               "proven, whatever is recomputed"),
      ...curvesOf(data).map(
          ({strategy: {strategy, smallest, knee_budget_bytes: knee}}) => makeTile(
          "after", `Smallest peak of ${strategy}`,
          formatBytes(smallest.peak_bytes),
          `${formatExtra(smallest.overhead_step_percent)} extra time` +
              (knee ? `; knee at ${formatBytes(knee)}` : ""))));
}

class SweepPage extends FunctionPage {
  constructor(main, data) {
    super(main, data, "Remat sweep");
    if (this.start("No function was swept"))
      addEventListener("resize", () => this.draw());
  }

  draw() { this.chart?.draw(); }

  choose(index) {
    const data = this.functions[index];
    const point = (strategy, budget) => {
      this.chart.highlight(strategy, budget);
      this.table.highlight(budget);
    };
    this.chart = new SweepChart(data, point);
    this.table = new SweepTable(data, point);
    const notes = data.strategies.filter((each) => !each.applies).map(
        (each) => element("p", {class: "saying"},
                          `${each.strategy} does not apply: ${each.reason}`));
    if (data.stopped)
      notes.push(element("p", {class: "saying badge", id: "stopped"},
                         "The sweep was stopped before it was through: what " +
                         "was not searched has the best plan found until " +
                         "then."));
    const where = data.target ? ` (target ${data.target}, device ` +
        `${data.device})` : "";
    this.content.replaceChildren(
        element("div", {class: "outcome good"}, element(
            "div", {}, element("h1", {id: "headline"},
                               `What less memory costs ${data.name}`),
            element("p", {}, `${data.budgets.length} budgets, from the ` +
                `smallest peak to the peak as it stands${where}`))),
        makeSweepTiles(data), ...notes, this.chart.root, this.table.root,
        element("footer", {}, "Extra time is that of ops that run again, in " +
            "percent of the time of the step. Filled markers are proved " +
            "optimal. Times are those of the device's table, or of the " +
            "profile that was given; nothing here was measured."));
    this.chart.draw();
  }
}

new SweepPage(document.querySelector("main"), DATA);
