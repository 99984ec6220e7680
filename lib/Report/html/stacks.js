// The values of the turns of loops: which of them have a stack for the gradient,
// and which are made again in each turn.

/// "with the plan: kept" in a word, with a sign that needs no color.
function describeStack({kept, madeAgain, slices, turns}) {
  return kept ? slices < turns ? `kept, ${formatCount(slices)} at a time` : "kept" : madeAgain ? "made again" : "not needed";
}

/// "12 × 24 MiB"
function formatSlices(bytes, turns) {
  return `${formatCount(turns)} × ${formatBytes(bytes / turns)}`;
}

class StacksTable {
  constructor(view) {
    this.view = view;
    const {model} = view;
    this.loops = new Set(model.stacks.map(({loop}) => loop)).size;
    const columns = [
      {title: "Value of a turn", key: ({op}) => op,
       show: ({op, type}) => [element("code", {}, op || "carried state"), " ",
                              element("span", {class: "quiet"}, type)]},
      {title: "Where", key: ({scope, location}) => scope || location,
       show: ({scope, location}) => element(
           "span", {title: `${scope}\n${location}`.trim()},
           /:\d+/.test(location) ? shortLocation(location)
                                 : scope || location)},
      ...(this.loops > 1 ? [this.makeLoopColumn()] : []),
      numberColumn("Slices", ({bytes, turns}) => bytes / turns,
                   ({bytes, turns}) => formatSlices(bytes, turns),
                   "Turns of the loop, and the bytes of one slice"),
      numberColumn("Stack", ({bytes}) => bytes,
                   ({bytes}) => formatBytes(bytes),
                   "Bytes of all slices, kept or not"),
      {title: "As it stands", key: ({wasKept}) => wasKept ? 0 : 1,
       show: ({wasKept}) => wasKept ? "kept" : "no stack"},
      {title: "With the plan", key: (row) => describeStack(row),
       show: (row) => element(
           "span", {class: `fate ${row.kept ? "kept"
                               : row.madeAgain ? "again" : ""}`},
           describeStack(row))},
      numberColumn("Time paid", (row) => row.paid,
                   ({paid}) => paid ? formatTime(paid, model.device) : "",
                   "For making it again in all turns"),
    ];
    this.table = new DataTable("Values of the turns of loops", columns,
                               {limit: 20, sortBy: columns.findIndex(
                                   ({title}) => title === "Stack")});
    this.table.root.id = "stacks";
    this.root = makeSection("stacks", "Stacks of the loops", [],
                            element("p", {class: "saying"}, this.describe()),
                            this.table.root);
    this.root.hidden = !model.stacks.length;
  }

  makeLoopColumn() {
    return {title: "Loop", key: ({loop}) => loop,
            show: ({loop, backwardLoop}) => element(
                "span", {title: `its gradient: ${backwardLoop}`},
                shortLocation(loop))};
  }

  describe() {
    const {stacks, after} = this.view.model;
    const sum = (rows, key) => rows.reduce((all, row) => all + row[key], 0);
    const before = stacks.filter(({wasKept}) => wasKept);
    const kept = stacks.filter((row) => row.kept);
    const as = `${formatMany(before.length, "value")} of each turn, ` +
        formatBytes(sum(before, "bytes"));
    return after ? `The loops keep ${formatMany(kept.length, "value")} of each ` +
                       `turn for their gradients, ${formatBytes(sum(kept, "bytesAfter"))}; ` +
                       `as the step stands, ${as}.`
                 : `As the step stands, its loops keep ${as}.`;
  }

  update() {
    const {model, query} = this.view;
    if (!model.stacks.length)
      return;
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = model.stacks.filter(
        (row) => words.every((word) => row.words.includes(word)));
    const sum = (key) => rows.reduce((all, row) => all + row[key], 0);
    const name = words.length
        ? `found: ${rows.length} of ${model.stacks.length}`
        : formatMany(rows.length, "value");
    this.table.fill(
        rows,
        [name, "", ...(this.loops > 1 ? [""] : []), "", formatBytes(sum("bytes")),
         formatBytes(sum("bytesBefore")), formatBytes(sum("bytesAfter")),
         formatTime(sum("paid"), model.device)],
        (line, {bytes, kept, turns}) => {
          line.dataset.bytes = bytes;
          line.dataset.turns = turns;
          line.dataset.kept = kept;
        });
  }
}
