// The values that wait on the host while the step runs.

class ParkedTable {
  constructor(view) {
    this.view = view;
    const {model} = view;
    const {parked} = model;
    const columns = [
      {title: "Value of", key: ({storage}) => storage.task.op,
       show: ({storage}) => [element("code", {}, storage.task.op), " ",
                             element("span", {class: "quiet"}, storage.type)]},
      {title: "Where", key: ({storage}) => storage.location,
       show: ({storage}) => element("span", {title: storage.location},
                                    shortLocation(storage.location))},
      numberColumn("Bytes", ({storage}) => storage.bytes,
                   ({storage}) => formatBytes(storage.bytes)),
      numberColumn("Leaves", ({release}) => release,
                   ({release}) => formatCount(release),
                   "The last step that has it on the device"),
      numberColumn("Returns", ({fetch}) => fetch,
                   ({fetch}) => formatCount(fetch),
                   "The step before which it takes bytes of the device again"),
      numberColumn("Waits", ({wait}) => wait,
                   ({wait}) => formatTime(wait, model.device),
                   "How long the step waits for its copies"),
    ];
    this.table = new DataTable("Values on the host", columns,
                               {limit: 20, sortBy: 2});
    this.table.root.id = "parked";
    this.root = makeSection("parked", "Values on the host", [],
                            this.table.root);
    this.root.hidden = !parked.length;
  }

  update() {
    const {model, matches} = this.view;
    const rows = model.parked.filter(
        ({storage}) => !matches || matches.has(storage.task.id));
    const sum = (get) => rows.reduce((all, row) => all + get(row), 0);
    this.table.fill(
        rows,
        [formatMany(rows.length, "stay"), "",
         formatBytes(sum(({storage}) => storage.bytes)), "", "",
         formatTime(sum(({wait}) => wait), model.device)],
        (line, {storage}) => { line.dataset.bytes = storage.bytes; });
  }
}
