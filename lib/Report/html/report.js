// The report of a planned step: what came of it in words and tiles, then its
// parts.

/// What the parts of the page share: the function, the pinned step, the search.
class View {
  constructor(model) {
    this.model = model;
    this.pinned = null;
    this.query = "";
    this.matches = null;
    this.live = new LiveChart(this);
    this.owners = new OwnersPanel(this);
    this.stacks = new StacksTable(this);
    this.parked = new ParkedTable(this);
    this.again = new RecomputedTable(this);
    this.arena = new ArenaChart(this);
    this.parts = [this.live.root, this.owners.root, this.stacks.root,
                  this.parked.root, this.again.root, this.arena.root];
  }

  /// Pins a step of a schedule, or none (null).
  pin(schedule, step) {
    this.pinned = schedule?.count ? {schedule, step} : null;
    this.live.drawCursor();
    this.owners.show(this.pinned ? "pinned" : this.model.chosen.name);
    this.arena.draw();
  }

  search(query) {
    this.query = query.trim();
    this.matches = this.model.search(query);
    this.draw();
  }

  draw() {
    this.owners.update();
    this.live.draw();
    this.stacks.update();
    this.parked.update();
    this.again.update();
    this.arena.draw();
  }
}

/// The operations that run again.
class RecomputedTable {
  constructor(view) {
    this.view = view;
    const {model} = view;
    const columns = [
      {title: "Operation", key: ({task}) => task.op,
       show: ({task}) => element("code", {}, task.op)},
      {title: "Where", key: ({task}) => task.scope || task.location,
       show: ({task}) => element(
           "span", {title: `${task.scope}\n${task.location}`.trim()},
           task.scope || shortLocation(task.location))},
      numberColumn("Again", (row) => row.runs,
                   (row) => `${formatCount(row.runs)}×`,
                   "Runs beside the first one"),
      numberColumn("Result bytes", (row) => row.bytes,
                   (row) => formatBytes(row.bytes),
                   "Of all its results"),
      numberColumn("Saved at the peak", (row) => row.saved,
                   (row) => formatBytes(row.saved),
                   "Bytes of its results that the peak of the plan does " +
                       "without"),
      numberColumn("Time paid", (row) => row.time,
                   (row) => formatTime(row.time, model.device),
                   "For the runs beside the first one"),
      numberColumn("Of the step", (row) => row.time,
                   (row) => formatPercent(row.time, model.data.time_before),
                   "Time paid, in percent of the step without recomputation"),
    ];
    this.table = new DataTable("Recomputed operations", columns,
                               {limit: 20, sortBy: 5});
    this.table.root.id = "recomputed";
    this.root = makeSection("recomputed", "Recomputed operations", []);
    if (!model.recomputed.length) {
      this.root.append(element("p", {class: "saying"}, model.after
          ? (model.stacks.some(({paid}) => paid)
                 ? "Nothing outside of loops has to run again."
                 : "Nothing has to run again.")
          : "There is no plan, so nothing runs again."));
      return;
    }
    this.root.append(this.table.root, element(
        "p", {class: "note"}, element("strong", {}, "Saved at the peak"),
        ": what its results would take at the peak of the plan (step " +
        `${formatCount(model.after.peakStep)}) had they been kept from their ` +
        "first step to their last, instead of being made again. An operation " +
        "with 0 B there lowers other steps, or is run again for one that does."));
  }

  update() {
    const {model, matches} = this.view;
    if (!model.recomputed.length)
      return;
    const rows = model.recomputed.filter(
        ({task}) => !matches || matches.has(task.id));
    const sum = (key) => rows.reduce((all, row) => all + row[key], 0);
    const name = matches
        ? `found: ${rows.length} of ${model.recomputed.length}`
        : formatMany(rows.length, "operation");
    this.table.fill(
        rows,
        [name, "", `${formatCount(sum("runs"))}×`, formatBytes(sum("bytes")),
         formatBytes(sum("saved")), formatTime(sum("time"), model.device),
         formatPercent(sum("time"), model.data.time_before)],
        (line, {task, runs, bytes}) => {
          line.dataset.task = task.id;
          line.dataset.runs = runs;
          line.dataset.bytes = bytes;
        });
  }
}

//===----------------------------------------------------------------------===//
// What came of it
//===----------------------------------------------------------------------===//

/// The peak that has to keep the budget: with an arena, of that.
function getPeakAfter(data) {
  return data.predicted_peak_bytes ?? data.peak_after_bytes;
}

/// What recomputation takes. Sums of the same times in another order differ in
/// the last bits.
function getExtraTime(data) {
  const extra = data.time_after - data.time_before;
  return Math.abs(extra) < 1e-11 * data.time_before ? 0 : extra;
}

/// What adds time to the step.
function describeExtra(data) {
  const waits = data.host?.waits > 0;
  const again = data.recomputed.runs.length > 0 ||
      (data.stacks?.made_again ?? []).some(Boolean);
  return waits && again ? "recomputation and waiting for copies add"
       : waits          ? "waiting for copies adds"
                        : "recomputation adds";
}

/// What came of it, in a headline and a sentence.
function describeOutcome(data) {
  const budget = formatBytes(data.budget_bytes);
  const smallest = data.smallest_peak_bytes;
  if (data.status === "ok") {
    if (data.unchanged)
      return ["good", `${data.name} fits in ${budget} as it stands`,
              "Nothing was changed."];
    const after = getPeakAfter(data), before = data.peak_before_bytes;
    const extra = getExtraTime(data);
    const change = after < before ? "falls" : after > before ? "grows" : "";
    return ["good", `${data.name} fits in ${budget}`,
            (change ? `Peak memory ${change} from ${formatBytes(before)} to ` +
                          formatBytes(after)
                    : `Peak memory stays at ${formatBytes(after)}`) +
            (extra > 0 ? `; ${describeExtra(data)} ` +
                 `${formatPercent(extra, data.time_before)} to the step's time.`
                       : ", for no extra time.")];
  }
  const help = smallest > 0
      ? ` The smallest budget for which a plan was found is ` +
        `${formatBytes(smallest)}.` : "";
  if (data.status === "infeasible")
    return ["bad", `${data.name} cannot fit in ${budget}`,
            `It is proved that no order and no recomputation needs less than ` +
            `${formatBytes(data.lower_bound_bytes)}.${help}`];
  return ["bad", `No plan for ${data.name} in ${budget} was found`,
          `That none exists is proved only below ` +
          `${formatBytes(data.lower_bound_bytes)}.${help}`];
}

function describeProof(data) {
  const among = data.kept_whole
      ? " among those that keep loops, branches and calls whole" : "";
  if (data.proved_optimal)
    return ["optimal", `proved: no plan within the budget is better${among}`];
  const gap = data.gap_step_percent;
  return [formatPercent(gap, 100).replace(/^(?!<)/, "≤ "),
          `above the fastest plan there can be${among}`];
}

function makeTiles(data, stacks) {
  const tiles = [], isOk = data.status === "ok";
  const add = (id, title, value, more, bytes) => tiles.push(
      makeTile(id, title, value, more, {
        id: `tile-${id}`, ...(bytes === undefined ? {} : {"data-bytes": bytes})
      }));
  add("before", "Peak before", formatBytes(data.peak_before_bytes),
      `${formatBytes(data.resident_bytes)} of it resident`,
      data.peak_before_bytes);
  if (isOk) {
    const after = getPeakAfter(data);
    const change = data.peak_before_bytes - after;
    add("after", data.arena_bytes === undefined ? "Peak after"
                                                : "Arena and resident",
        formatBytes(after),
        change >= 0 ? `${formatPercent(change, data.peak_before_bytes)} less`
                    : `${formatPercent(-change, data.peak_before_bytes)} more`,
        after);
    add("budget", "Budget", formatBytes(data.budget_bytes),
        `${formatBytes(data.budget_bytes - after)} left`, data.budget_bytes);
    add("time", "Extra time",
        formatPercent(getExtraTime(data), data.time_before),
        `${formatTime(getExtraTime(data), data.device)} on ` +
        formatTime(data.time_before, data.device));
    add("again", "Recomputed", formatMany(data.recomputed.task.length, "op"),
        formatMany(data.recomputed.runs.reduce((a, b) => a + b, 0),
                   "extra run"));
    if (data.host) {
      const {values, stacks: moved} = data.host;
      const what = [values || !moved ? formatMany(values, "value") : "",
                    moved ? formatMany(moved, "stack") : ""];
      add("host", "On the host", formatBytes(data.host.peak_bytes),
          `${what.filter(Boolean).join(", ")}, of ` +
          formatBytes(data.host.budget_bytes), data.host.peak_bytes);
    }
    if (stacks.length) {
      const sum = (key) =>
          stacks.reduce((all, stack) => all + stack[key], 0);
      add("loops", "Loops keep", formatBytes(sum("bytesAfter")),
          `${formatBytes(sum("bytesBefore"))} as it stands`, sum("bytesAfter"));
    }
    add("proof", "Against the best", ...describeProof(data));
  } else {
    add("budget", "Budget", formatBytes(data.budget_bytes), "not met",
        data.budget_bytes);
    add("bound", "Proved lower bound", formatBytes(data.lower_bound_bytes),
        "no plan needs less", data.lower_bound_bytes);
    if (data.smallest_peak_bytes > 0)
      add("smallest", "Smallest budget found",
          formatBytes(data.smallest_peak_bytes), "a plan for it is known",
          data.smallest_peak_bytes);
  }
  add("how", "Strategy", data.strategy,
      `target ${data.target}, device ${data.device}`);
  return element("dl", {class: "tiles"}, ...tiles);
}

/// With a refusal: what to change.
function makeAdvice(data) {
  if (!data.advice?.length)
    return [];
  return [makeSection(
      "advice", "What would help", [],
      element("ol", {id: "advice"},
              ...data.advice.map((text) => element("li", {}, text))))];
}

/// With a proved refusal: what is alive where the bound binds.
function makeBinding(data) {
  if (!data.binding?.length)
    return [];
  const table = new DataTable(
      "Alive where the bound binds",
      [{title: "Type", key: ({type}) => type,
        show: ({type}) => element("code", {}, type)},
       {title: "Where", key: ({location}) => location,
        show: ({location}) => element("span", {title: location},
                                      shortLocation(location))},
       numberColumn("Bytes", ({bytes}) => bytes,
                    ({bytes}) => formatBytes(bytes))],
      {limit: 12, sortBy: 2});
  table.root.id = "binding";
  const sum = data.binding.reduce((all, {bytes}) => all + bytes, 0);
  table.fill(data.binding, ["all of these", "", formatBytes(sum)],
             (line, {bytes}) => { line.dataset.bytes = bytes; });
  return [makeSection(
      "binding", "What binds", [],
      element("p", {class: "saying"},
              "In every plan, all of these are needed at once" +
              (data.binding_op
                   ? `, when ${data.binding_op.op} at ${
                         shortLocation(data.binding_op.location)} runs`
                   : "") +
              ": keep less of them, or make them smaller."),
      table.root)];
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

class Page extends FunctionPage {
  constructor(main, data) {
    const searchBox = element("input", {
      type: "search", id: "search", "aria-label": "Search op, layer, location " +
          "or type", placeholder: "Search op, layer, location, type"});
    const found = element("span", {id: "found", role: "status"});
    super(main, data, "Remat report", searchBox, found);
    this.searchBox = searchBox;
    this.found = found;
    if (!this.start("No function was planned"))
      return;
    searchBox.addEventListener("input", () => this.search());
    let width = innerWidth;
    addEventListener("resize", () => {
      if (width === innerWidth)
        return;
      width = innerWidth;
      this.draw();
    });
    addEventListener("beforeprint", () => this.draw());
  }

  draw() { this.view?.draw(); }

  choose(index) {
    const data = this.functions[index];
    const [kind, headline, sentence] = describeOutcome(data);
    this.view = new View(new StepModel(data));
    this.content.replaceChildren(
        element("div", {class: `outcome ${kind}`},
                element("span", {class: "sign", "aria-hidden": "true"},
                        kind === "good" ? "✓" : "✕"),
                element("div", {}, element("h1", {id: "headline"}, headline),
                        element("p", {id: "sentence"}, sentence))),
        makeTiles(data, this.view.model.stacks), ...makeAdvice(data),
        ...makeBinding(data), ...this.view.parts,
        element("footer", {}, "Every figure called a peak includes what is " +
            "resident. Times are those of the device's table, or of the " +
            "profile that was given; nothing here was measured."));
    this.search();
  }

  search() {
    this.view.search(this.searchBox.value);
    const {matches, model} = this.view;
    this.found.textContent = matches
        ? `${formatCount(matches.size)} of ${formatMany(model.tasks.length,
                                                        "op")}` : "";
  }
}

new Page(document.querySelector("main"), DATA);
