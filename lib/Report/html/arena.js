// The arena: offsets against time, drawn on a canvas, since there may be tens of
// thousands of buffers.

class ArenaChart {
  constructor(view) {
    this.view = view;
    this.data = view.model.data.drawn_arena;
    this.canvas = element("canvas", {
      id: "arena-chart", tabindex: "0", role: "img"});
    this.said = element("p", {class: "hidden", "aria-live": "polite"});
    this.over = -1;
    this.root = makeSection(
        "arena", this.data?.preview ? "The arena (preview)" : "The arena", [],
        element("p", {class: "saying", id: "arena-saying"}),
        element("div", {class: "chart"}, this.canvas), this.said);
    if (!this.data) {
      this.root.querySelector("#arena-saying").textContent =
          "The step makes no buffers.";
      this.canvas.remove();
      return;
    }
    this.count = this.data.size.length;
    this.end = Math.max(1, this.data.end.reduce((a, b) => Math.max(a, b), 0));
    this.gaps = new Map();
    for (const [buffer, lower, upper] of this.data.gaps)
      this.gaps.set(buffer,
                    [...(this.gaps.get(buffer) ?? []), [lower, upper]]);
    this.order = [...Array(this.count).keys()].sort(
        (a, b) => this.data.start[a] - this.data.start[b]);
    this.describeAll();
    this.listen();
  }

  describeAll() {
    const {data, view: {model}} = this;
    const over = data.bytes - data.live_maximum;
    const bytes = element("strong", {"data-bytes": data.bytes,
                                     id: "arena-bytes"},
                          formatBytes(data.bytes));
    const waste = over === 0
        ? "no bytes are lost to holes"
        : `${formatBytes(over)} (${formatPercent(over, data.live_maximum)}) ` +
          "above the most bytes alive at once";
    const saying = this.root.querySelector("#arena-saying");
    if (data.preview)
      saying.append(
          element("strong", {class: "badge"}, "Preview"),
          " No arena was asked for: this is a quick placement of what the ",
          model.after ? "plan" : "step as it stands", " keeps. ",
          formatMany(this.count, "buffer"), " take ", bytes, `, ${waste}. `,
          ...this.tellHow());
    else
      saying.append(formatMany(this.count, "buffer"), " lie in one block of ",
                    bytes, `, ${waste}. Times count the operations on ` +
                    "buffers, not the steps of the plan.");
    this.canvas.setAttribute(
        "aria-label", `Arena of ${formatBytes(data.bytes)} with ` +
        `${formatMany(this.count, "buffer")}: offsets against time. ` +
        "Left and right arrows walk along the buffers.");
  }

  /// What makes a preview real.
  tellHow() {
    const code = (text) => element("code", {}, text);
    const {target} = this.view.model.data;
    // XLA lays out its buffers by itself.
    if (target === "xla-gpu")
      return ["XLA decides where its buffers lie."];
    return target === "graph file"
        ? [code("print-buffers"), " and ", code("place"),
           " of remat-plan make it real."]
        : [code("--remat-arena=fit"), " makes it real: buffers get offsets " +
           "in one block, and the budget holds for that block."];
  }

  listen() {
    this.canvas.addEventListener("pointermove", (event) => {
      this.point(this.find(event));
      if (this.over >= 0)
        this.showTooltip(event.clientX, event.clientY);
      else
        tooltip.hide();
    });
    const leave = () => {
      this.point(-1);
      tooltip.hide();
    };
    this.canvas.addEventListener("pointerleave", leave);
    this.canvas.addEventListener("blur", leave);
    this.canvas.addEventListener("keydown", (event) => {
      const move = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (!move)
        return;
      event.preventDefault();
      const at = this.order.indexOf(this.over);
      const next = at < 0 ? 0 : at + move;
      this.point(this.order[Math.max(0, Math.min(this.count - 1, next))]);
      const box = this.canvas.getBoundingClientRect();
      const {start, offset} = this.data;
      this.showTooltip(box.left + this.x(start[this.over]),
                       box.top + this.y(offset[this.over]));
      this.said.textContent = this.describe(this.over).join(", ");
    });
  }

  x(time) { return this.left + time / this.end * this.wide; }
  y(offset) { return this.base - offset / this.top * this.high; }

  /// The buffer under the mouse, or -1.
  find(event) {
    const box = this.canvas.getBoundingClientRect();
    const time = (event.clientX - box.left - this.left) / this.wide * this.end;
    const offset = (this.base - (event.clientY - box.top)) / this.high
                   * this.top;
    const {start, end, size, offset: offsets} = this.data;
    for (let i = 0; i < this.count; ++i)
      if (start[i] <= time && time < end[i] && offsets[i] <= offset
          && offset < offsets[i] + size[i] && !this.isGap(i, time))
        return i;
    return -1;
  }

  isGap(buffer, time) {
    return this.gaps.get(buffer)?.some(
        ([lower, upper]) => lower <= time && time < upper);
  }

  point(buffer) {
    if (buffer === this.over)
      return;
    this.over = buffer;
    this.paint();
  }

  draw() {
    if (!this.data)
      return;
    const total = this.canvas.parentNode.clientWidth || 900;
    this.left = 76;
    this.wide = Math.max(120, total - this.left - 92);
    this.high = 300;
    this.base = 14 + this.high;
    this.size = [total, this.base + 44];
    const {budget, resident} = this.view.model;
    this.capacity = budget - resident;
    this.top = Math.max(1, this.data.bytes);
    if (this.capacity > 0 && this.capacity <= 2 * this.top)
      this.top = Math.max(this.top, this.capacity);
    const ratio = devicePixelRatio || 1;
    for (const canvas of [this.canvas, this.picture ??=
                              document.createElement("canvas")]) {
      canvas.width = Math.round(total * ratio);
      canvas.height = Math.round(this.size[1] * ratio);
    }
    this.canvas.style.width = `${total}px`;
    this.canvas.style.height = `${this.size[1]}px`;
    this.drawPicture(ratio);
    this.paint();
  }

  getBoxes(buffer) {
    const {start, end, size, offset} = this.data;
    const top = this.y(offset[buffer] + size[buffer]);
    const high = Math.max(this.y(offset[buffer]) - top, 0.5);
    const boxes = [];
    let from = start[buffer];
    const add = (to) => {
      if (from < to)
        boxes.push([this.x(from), top,
                    Math.max(this.x(to) - this.x(from), 0.5), high]);
    };
    for (const [lower, upper] of this.gaps.get(buffer) ?? []) {
      add(lower);
      from = upper;
    }
    add(end[buffer]);
    return boxes;
  }

  /// All but what is under the mouse, so that hovering costs a copy.
  drawPicture(ratio) {
    const context = this.picture.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, ...this.size);
    const colors = [...Array(kGroupColors + 1).keys()].map(
        (rank) => cssColor(`--c${rank}`));
    this.drawAxes(context);
    context.strokeStyle = cssColor("--panel");
    context.lineWidth = 0.5;
    for (let buffer = 0; buffer < this.count; ++buffer) {
      context.fillStyle = colors[this.getColor(buffer)];
      context.globalAlpha = this.isFound(buffer) ? 1 : 0.15;
      for (const box of this.getBoxes(buffer)) {
        context.fillRect(...box);
        if (box[2] > 3 && box[3] > 3)
          context.strokeRect(...box);
      }
    }
    context.globalAlpha = 1;
    this.drawLines(context);
  }

  /// In a preview, the color of the owners' table; else one that means nothing
  /// but "another buffer".
  getColor(buffer) {
    if (!this.data.preview)
      return buffer % kGroupColors;
    const storage = this.view.model.storages[this.data.storage[buffer]];
    return (storage && this.view.owners.colorOf(storage)) ?? kGroupColors;
  }

  isFound(buffer) {
    const {matches, query, model} = this.view;
    if (!matches)
      return true;
    if (this.data.preview) {
      const storage = model.storages[this.data.storage[buffer]];
      return Boolean(storage && matches.has(storage.task.id));
    }
    return this.getName(buffer).toLowerCase().includes(query.toLowerCase());
  }

  drawAxes(context) {
    context.font = "12px system-ui, sans-serif";
    context.fillStyle = cssColor("--front");
    context.strokeStyle = cssColor("--line");
    context.lineWidth = 1;
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const offset of niceTicks(this.top, 8, true)) {
      const at = Math.round(this.y(offset)) + 0.5;
      context.beginPath();
      context.moveTo(this.left, at);
      context.lineTo(this.left + this.wide, at);
      context.stroke();
      context.fillText(formatBytes(offset), this.left - 8, at);
    }
    context.textAlign = "center";
    for (const time of niceTicks(this.end, Math.max(2, this.wide / 110)))
      context.fillText(formatCount(time), this.x(time), this.base + 14);
    context.fillStyle = cssColor("--quiet");
    context.fillText(this.data.preview ? "step" : "operation on buffers",
                     this.left + this.wide / 2, this.base + 34);
  }

  drawLines(context) {
    const right = this.left + this.wide;
    const line = (bytes, color, dashes, name, shift) => {
      const at = this.y(bytes);
      context.strokeStyle = color;
      context.lineWidth = 2;
      context.setLineDash(dashes);
      context.beginPath();
      context.moveTo(this.left, at);
      context.lineTo(right, at);
      context.stroke();
      context.setLineDash([]);
      context.fillStyle = cssColor("--front");
      context.textAlign = "left";
      context.fillText(name, right + 8, at - 7 + shift);
      context.fillText(formatBytes(bytes), right + 8, at + 7 + shift);
    };
    const lines = [[this.data.bytes, "--front", [], "arena"]];
    if (this.capacity > 0 && this.capacity <= this.top)
      lines.push([this.capacity, "--budget", [12, 4], "budget left"]);
    // From the top: names of lines that are close together stand apart.
    let free = -Infinity;
    for (const [bytes, color, dashes, name]
         of lines.sort((a, b) => b[0] - a[0])) {
      const shift = Math.max(0, free - this.y(bytes));
      line(bytes, cssColor(color), dashes, name, shift);
      free = this.y(bytes) + shift + 30;
    }
  }

  paint() {
    const context = this.canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.picture, 0, 0);
    if (this.over < 0)
      return;
    const ratio = devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.strokeStyle = cssColor("--front");
    context.lineWidth = 2;
    for (const box of this.getBoxes(this.over))
      context.strokeRect(...box);
  }

  getName(buffer) {
    const {data, view: {model}} = this;
    if (!data.preview)
      return data.name.length > buffer ? model.data.texts[data.name[buffer]]
                                       : `buffer ${buffer}`;
    const storage = model.storages[data.storage[buffer]];
    return storage ? `${storage.type} of ${storage.task.op}`
                   : "workspace of the step's op";
  }

  describe(buffer) {
    const {data, view: {model}} = this;
    const storage = data.preview && model.storages[data.storage[buffer]];
    return [this.getName(buffer),
            ...(storage ? [storage.task.scope
                           || shortLocation(storage.task.location)] : []),
            `${formatBytes(data.size[buffer])} at offset ` +
                formatBytes(data.offset[buffer]),
            `${data.preview ? "steps" : "operations"} ` +
                `${formatCount(data.start[buffer])} to ` +
                formatCount(data.end[buffer] - 1)];
  }

  showTooltip(left, top) {
    const [name, ...lines] = this.describe(this.over);
    tooltip.show(left, top, element("strong", {}, name), ...lines);
  }
}
