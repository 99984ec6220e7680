// Who is alive at the peak, or at the step that was pinned: a bar for each, and
// a table.

const kGroupColors = 7;
/// Of more, none is large enough to be seen; operations are shown first then.
const kMostLayers = 60;

class OwnersPanel {
  constructor(view) {
    this.view = view;
    this.by = this.chooseGroups();
    this.shown = view.model.chosen.name;
    this.bars = element("div", {class: "stacks"});
    this.depthLabel = element("label", {class: "depth"}, "Depth ");
    this.depthInput = element("input", {
      type: "number", min: "1", id: "depth", value: String(view.model.depth)});
    this.depthLabel.append(this.depthInput);
    this.depthInput.addEventListener("input", () => {
      const depth = Number.parseInt(this.depthInput.value, 10);
      if (depth >= 1)
        this.update();
    });
    this.table = new DataTable("Who is alive", this.getColumns(),
                               {limit: 12, sortBy: 1});
    this.table.root.id = "owners";
    this.saying = element("p", {class: "saying", id: "owners-saying",
                                "aria-live": "polite"});
    const choice = makeChoice(
        "Group by", [["op", "Op"], ["layer", "Layer"], ["type", "Type"],
                     ["storage", "Each storage"]], this.by, (by) => {
                       this.by = by;
                       this.update();
                     });
    this.root = makeSection("owners", "Who is alive at the peak",
                            [this.depthLabel, choice], this.bars, this.saying,
                            this.table.root);
  }

  /// What tells the most of who is alive: layers if they are known and not too
  /// many; types where nearly all operations are of one kind.
  chooseGroups() {
    const {model} = this.view, {chosen} = model;
    if (model.hasScopes && model.countLayers() <= kMostLayers)
      return "layer";
    const ops = chosen.count ? chosen.ownersAt(chosen.peakStep).map(
        ({storage}) => storage?.task.op) : [];
    return new Set(ops).size >= 4 ? "op" : "type";
  }

  getColumns() {
    return [
      {title: "Owner", key: (row) => row.name.toLowerCase(),
       show: (row) => [this.makeSwatch(row), element(
           "span", {class: "name", title: row.name}, row.name)]},
      numberColumn("Bytes", (row) => row.bytes,
                   (row) => formatBytes(row.bytes)),
      numberColumn("Share", (row) => row.bytes,
                   (row) => formatPercent(row.bytes, this.total),
                   "Of all bytes alive at this step, resident ones included"),
      numberColumn("Storages", (row) => row.count,
                   (row) => row.count ? formatCount(row.count) : ""),
      {title: "Made by", key: (row) => row.maker, show: (row) => row.maker},
      numberColumn("From step", (row) => row.first ?? -1,
                   ({first}) => first === undefined ? "" : formatCount(first),
                   "Where the first of them was made"),
      numberColumn("To step", (row) => row.last ?? -1,
                   ({last}) => last === undefined ? "" : formatCount(last),
                   "Where the last of them is read for the last time"),
    ];
  }

  makeSwatch({key}) {
    return element("span", {class: `swatch ${this.getStyle(key)}`,
                            "aria-hidden": "true"}, this.getNumber(key) ?? "");
  }

  /// The class that colors a group, and the number of a large one.
  getStyle(key) {
    return key === "resident" ? "resident"
        : this.ranks.has(key) ? `c${this.ranks.get(key)}` : "other";
  }
  getNumber(key) {
    return this.ranks.has(key) ? String(this.ranks.get(key) + 1) : undefined;
  }

  get depth() { return Math.max(1, Number.parseInt(this.depthInput.value, 10)); }

  /// The group of an owner: what is compared, and what is shown.
  getKey(owner) {
    const {storage} = owner;
    if (!storage)
      return ["workspace", "workspace of the step's op"];
    if (this.by === "op")
      return [`op ${storage.task.op}`, storage.task.op];
    if (this.by === "layer") {
      const layer = this.view.model.getLayer(storage.task, this.depth);
      return [`layer ${layer}`, layer];
    }
    if (this.by === "type")
      return [`type ${storage.type}`, storage.type];
    return [`storage ${storage.id}`,
            storage.turns ? `${storage.type}: ${
                formatSlices(storage.bytes, storage.turns)}, a stack`
                          : storage.type];
  }

  /// The groups alive at a step, largest first, resident bytes last.
  getGroups(schedule, step) {
    const groups = new Map(), {matches} = this.view;
    for (const owner of schedule.ownersAt(step)) {
      const [key, name] = this.getKey(owner);
      let group = groups.get(key);
      if (!group)
        groups.set(key, group = {key, name, bytes: 0, found: 0, count: 0,
                                 makers: new Set(), first: owner.first,
                                 last: owner.last});
      group.bytes += owner.bytes;
      group.first = Math.min(group.first, owner.first);
      group.last = Math.max(group.last, owner.last);
      const task = owner.storage?.task ?? schedule.taskAt(step);
      group.makers.add(task);
      if (owner.storage)
        ++group.count;
      if (!matches || matches.has(task.id))
        group.found += owner.bytes;
    }
    const sorted = [...groups.values()].sort((a, b) => b.bytes - a.bytes);
    for (const group of sorted)
      group.maker = this.describeMakers(group);
    if (this.view.model.resident)
      sorted.push({key: "resident", name: "resident: parameters, inputs",
                   bytes: this.view.model.resident,
                   found: matches ? 0 : this.view.model.resident, count: 0,
                   maker: "the caller"});
    return sorted;
  }

  describeMakers(group) {
    if (group.makers.size > 1)
      return formatMany(group.makers.size, "op");
    const [task] = group.makers;
    return `${task.op} at ${shortLocation(task.location)}`;
  }

  /// What there is to look at: the peaks, and the pinned step.
  getMoments() {
    const {model, pinned} = this.view;
    const moments = model.schedules.filter(({count}) => count).map(
        (schedule) => ({name: schedule.name, schedule,
                        step: schedule.peakStep,
                        title: `${schedule.name}, at its peak`}));
    if (pinned)
      moments.push({name: "pinned", ...pinned,
                    title: `pinned, ${pinned.schedule.name}`});
    return moments;
  }

  /// What is shown of the moments, and which colors the largest groups have: the
  /// same in all of them.
  update() {
    const moments = this.getMoments();
    if (!moments.length)
      return this.root.remove();
    if (!moments.some(({name}) => name === this.shown))
      this.shown = this.view.model.chosen.name;
    const most = new Map();
    for (const moment of moments) {
      moment.groups = this.getGroups(moment.schedule, moment.step);
      for (const {key, bytes} of moment.groups)
        if (key !== "resident")
          most.set(key, Math.max(most.get(key) ?? 0, bytes));
    }
    const keys = [...most].sort((a, b) => b[1] - a[1]).map(([key]) => key);
    this.ranks = new Map(keys.slice(0, kGroupColors).map(
        (key, rank) => [key, rank]));
    this.depthLabel.hidden = this.by !== "layer" || !this.view.model.hasScopes;
    this.depthInput.max = String(this.view.model.deepest);
    this.drawBars(moments);
    this.drawTable(moments.find(({name}) => name === this.shown));
  }

  /// Shows one of the moments; called where a step is pinned, too.
  show(name) {
    this.shown = name;
    this.update();
  }

  drawBars(moments) {
    const {model} = this.view;
    const widest = Math.max(
        ...moments.map(({schedule, step}) => schedule.live[step]));
    const scale = Math.max(
        1, model.budget <= 1.5 * widest ? Math.max(widest, model.budget)
                                        : widest);
    this.bars.replaceChildren(...moments.map((moment) => {
      const live = moment.schedule.live[moment.step];
      const button = makeButton(moment.title, () => this.show(moment.name), {
        "aria-pressed": String(moment.name === this.shown)});
      const track = element("div", {class: "track", role: "img",
                                    "aria-label": this.describe(moment)},
                            ...this.makeSegments(moment, scale));
      if (model.budget <= scale) {
        const line = element("span", {class: "budget-mark"});
        line.style.left = `${100 * model.budget / scale}%`;
        track.append(line);
      }
      return element("div", {class: "stack", "data-moment": moment.name},
                     button, track,
                     element("span", {class: "total"}, formatBytes(live)));
    }));
  }

  makeSegments({groups}, scale) {
    const ranked = groups.filter(({key}) => this.ranks.has(key))
                       .sort((a, b) => this.ranks.get(a.key)
                                       - this.ranks.get(b.key));
    const others = groups.filter(
        ({key}) => !this.ranks.has(key) && key !== "resident");
    const rest = others.reduce((sum, {bytes}) => sum + bytes, 0);
    const parts = [...groups.filter(({key}) => key === "resident"), ...ranked];
    if (rest)
      parts.push({key: "rest", name: formatMany(others.length, "other"),
                  bytes: rest, found: 1});
    return parts.map((group) => {
      const wide = 100 * group.bytes / scale;
      const label = wide < 2.5 ? ""
          : group.key === "resident" ? (wide > 9 ? "resident" : "")
          : this.getNumber(group.key) ?? (wide > 6 ? "others" : "");
      const part = element("span", {
        class: `segment ${this.getStyle(group.key)}` +
            (group.found ? "" : " faded")}, label);
      part.style.width = `${wide}%`;
      part.addEventListener("pointermove", (event) => tooltip.show(
          event.clientX, event.clientY, element("strong", {}, group.name),
          formatBytes(group.bytes)));
      part.addEventListener("pointerleave", () => tooltip.hide());
      return part;
    });
  }

  describe({title, schedule, step, groups}) {
    const largest = groups.slice(0, 3).map(
        ({name, bytes}) => `${name} ${formatBytes(bytes)}`);
    return `${title}: ${formatBytes(schedule.live[step])} alive; ` +
           `largest: ${largest.join(", ")}`;
  }

  drawTable({schedule, step, groups, title}) {
    const {matches} = this.view;
    this.total = schedule.live[step];
    const task = schedule.taskAt(step);
    this.saying.replaceChildren(
        element("strong", {}, title), ` — step ${formatCount(step)}, `,
        element("code", {}, task.op),
        ` at ${task.scope || shortLocation(task.location)}: `,
        element("strong", {}, formatBytes(this.total)), " alive. ",
        "Numbers and colors are those of the bars.");
    const found = matches ? groups.filter((group) => group.found) : groups;
    const sum = found.reduce((all, {bytes}) => all + bytes, 0);
    this.table.fill(
        found,
        [matches ? `found: ${found.length} of ${groups.length}` : "all alive",
         formatBytes(sum), formatPercent(sum, this.total),
         formatCount(found.reduce((all, {count}) => all + count, 0)), "", "",
         ""],
        (line, group) => {
          line.dataset.key = group.key;
          line.dataset.bytes = group.bytes;
        });
  }

  /// The color class of a storage: the one of its group.
  colorOf(storage) {
    return this.ranks?.get(this.getKey({storage})[0]);
  }
}
