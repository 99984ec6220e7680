// Live bytes over the step, before and after: a picture that the mouse and the
// keyboard walk along. Of many steps that fall on one column of pixels, the most
// and the least are drawn.

class LiveChart {
  constructor(view) {
    this.view = view;
    this.axis = "steps";
    this.cursor = null;
    this.legend = element("ul", {class: "legend", id: "live-legend"});
    this.svg = svgElement("svg", {
      id: "live-chart", tabindex: "0", role: "slider",
      "aria-label": "Live bytes over the step. Arrow keys walk along the " +
          "steps, up and down switch between before and after, P goes to the " +
          "peak, Enter pins the step.",
      "aria-valuemin": "0"});
    const axisChoice = makeChoice(
        "Horizontal axis", [["steps", "Steps"], ["time", "Time"]], "steps",
        (axis) => {
          this.axis = axis;
          this.draw();
        });
    this.root = makeSection(
        "live", "Live bytes over the step", [axisChoice], this.legend,
        ...this.makeNotes(),
        element("div", {class: "chart"}, this.svg),
        element("p", {class: "note"}, "Hover to read a step; click, or Enter, " +
            "pins it below. ", element("kbd", {}, "←"), " ",
            element("kbd", {}, "→"), " walk, ", element("kbd", {}, "↑"), " ",
            element("kbd", {}, "↓"), " switch curves, ",
            element("kbd", {}, "P"), " peak, ", element("kbd", {}, "Esc"),
            " unpins."));
    this.listen();
  }

  /// Why a curve may end elsewhere than the tiles say.
  makeNotes() {
    const {before, after, data} = this.view.model, notes = [];
    // Some targets change the step before it is planned.
    if (before.count && before.peak !== data.peak_before_bytes)
      notes.push("As it was given, the step needs " +
          `${formatBytes(data.peak_before_bytes)}; the curve “before” is of ` +
          "the form in which it was planned.");
    if (after && data.in_place && after.peak > data.budget_bytes)
      notes.push("Each storage counts by itself here. In the arena, results " +
          "are written over operands that die there: that is what fits.");
    return notes.map((note) => element("p", {class: "note"}, note));
  }

  listen() {
    // There is nothing to walk along.
    if (!this.view.model.chosen.count)
      return;
    this.svg.addEventListener("pointermove", (event) => {
      this.cursor = this.pick(event);
      this.drawCursor();
      this.showTooltip(event.clientX, event.clientY);
    });
    const leave = () => {
      this.cursor = null;
      this.drawCursor();
      tooltip.hide();
    };
    this.svg.addEventListener("pointerleave", leave);
    this.svg.addEventListener("blur", leave);
    this.svg.addEventListener("click", (event) => {
      const {schedule, step} = this.pick(event);
      this.view.pin(schedule, step);
    });
    this.svg.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    const {model} = this.view;
    this.cursor ??= this.view.pinned
        ?? {schedule: model.chosen, step: model.chosen.peakStep};
    let {schedule, step} = this.cursor;
    const far = Math.max(1, Math.round(schedule.count / 20));
    const moves = {ArrowLeft: -1, ArrowRight: 1, PageUp: -far, PageDown: far,
                   Home: -schedule.count, End: schedule.count};
    if (event.key in moves)
      step += moves[event.key];
    else if (event.key === "ArrowUp" || event.key === "ArrowDown")
      schedule = model.schedules.find((other) => other !== schedule)
          ?? schedule;
    else if (event.key === "p" || event.key === "P")
      step = schedule.peakStep;
    else if (event.key === "Enter" || event.key === " ")
      this.view.pin(schedule, step);
    else if (event.key === "Escape")
      this.view.pin(null);
    else
      return;
    event.preventDefault();
    this.cursor = {schedule,
                   step: Math.max(0, Math.min(schedule.count - 1, step))};
    this.drawCursor();
    const {left, top} = this.svg.getBoundingClientRect();
    this.showTooltip(left + this.middle(this.cursor),
                     top + this.y(schedule.live[this.cursor.step]));
  }

  /// The curve and the step nearest to the mouse.
  pick(event) {
    const box = this.svg.getBoundingClientRect();
    const place = (event.clientX - box.left - this.left) / this.wide
                  * this.length;
    const high = event.clientY - box.top;
    const found = this.view.model.schedules.map((schedule) => {
      const step = schedule.stepAt(place, this.axis);
      const beyond = place > schedule.length(this.axis) ? 1e6 : 0;
      return {schedule, step,
              away: Math.abs(this.y(schedule.live[step]) - high) + beyond};
    });
    return found.reduce((best, each) => each.away <= best.away ? each : best);
  }

  x(place) { return this.left + place / this.length * this.wide; }
  y(bytes) { return this.base - bytes / this.top * this.high; }
  middle({schedule, step}) {
    return (this.x(schedule.position(step, this.axis))
            + this.x(schedule.position(step + 1, this.axis))) / 2;
  }

  draw() {
    const {model} = this.view;
    const total = this.svg.parentNode.clientWidth || 900;
    this.left = 76;
    this.wide = Math.max(120, total - this.left - 92);
    this.high = 300;
    this.base = 26 + this.high;
    this.lastLabel = undefined;
    const strips = this.getStrips();
    const height = this.base + 46 + 16 * strips.length;
    this.length = Math.max(1e-12, ...model.schedules.map(
        (schedule) => schedule.length(this.axis)));
    this.top = Math.max(1, ...model.schedules.map(({peak}) => peak));
    // A budget far above all bytes would leave nothing to see of them.
    if (model.budget <= 2 * this.top)
      this.top = Math.max(this.top, model.budget);
    this.svg.setAttribute("width", total);
    this.svg.setAttribute("height", height);
    this.svg.setAttribute("viewBox", `0 0 ${total} ${height}`);
    this.svg.replaceChildren(
        this.makeHatch(), ...this.makeAxes(), this.makeResident(),
        ...this.makeLoops(), ...this.makeTurn(),
        ...model.schedules.map((schedule) => this.makeCurve(schedule)),
        ...this.makeSideLabels(), ...model.schedules.flatMap(
            (schedule) => this.makePeak(schedule)),
        ...strips.flatMap((strip, row) => this.makeStrip(strip, row)));
    this.marks = svgElement("g", {class: "cursor"});
    this.svg.append(this.marks);
    this.drawLegend();
    this.drawCursor();
  }

  /// Backward is told from forward without color.
  makeHatch() {
    return svgElement(
        "pattern", {id: "hatch", width: 6, height: 6,
                    patternUnits: "userSpaceOnUse",
                    patternTransform: "rotate(45)"},
        svgElement("rect", {width: 6, height: 6}),
        svgElement("path", {d: "M0 0v6"}));
  }

  drawLegend() {
    const {model} = this.view;
    const entry = (style, ...text) => element(
        "li", {}, element("span", {class: `sample ${style}`}), ...text);
    const peak = (schedule) => entry(
        schedule.name, element("strong", {}, schedule.name), ": peak ",
        element("b", {id: `peak-${schedule.name}`,
                      "data-bytes": schedule.peak},
                formatBytes(schedule.peak)),
        ` at step ${formatCount(schedule.peakStep)} of ` +
        `${formatCount(schedule.count)}`);
    const strip = (name, title) => element(
        "li", {}, element("span", {class: `sample block ${name}`}), title);
    const phases = new Set(model.tasks.map(({phase}) => phase));
    this.legend.replaceChildren(
        ...model.schedules.map(peak),
        entry("budget", `budget ${formatBytes(model.budget)}`),
        entry("resident",
              `resident ${formatBytes(model.resident)} (parameters, inputs)`),
        ...["forward", "backward", "other"].filter((name) => phases.has(name))
            .map((name) => strip(name, name === "other" ? "other phase" : name)),
        ...(model.recomputed.length ? [strip("again", "recomputed")] : []),
        ...(model.tasks.some(({turns}) => turns) ? [strip("loop", "loop")]
                                                 : []));
  }

  makeAxes() {
    const parts = [];
    for (const bytes of niceTicks(this.top, 8, true)) {
      const at = this.y(bytes);
      parts.push(svgElement("path", {class: "grid",
                                     d: `M${this.left} ${at}h${this.wide}`}),
                 svgText(this.left - 8, at + 4, formatBytes(bytes), "end"));
    }
    const {device} = this.view.model;
    for (const place of niceTicks(this.length, Math.max(2, this.wide / 110)))
      parts.push(svgText(this.x(place), this.base + 18,
                         this.axis === "time" ? formatTime(place, device)
                                              : formatCount(place), "middle"));
    parts.push(svgText(this.left + this.wide / 2, this.base + 36,
                       this.axis === "time"
                           ? "time as the device's table predicts it" : "step",
                       "middle", "quiet"));
    return parts;
  }

  makeResident() {
    const at = this.y(Math.min(this.view.model.resident, this.top));
    return svgElement("rect", {class: "resident", x: this.left, y: at,
                               width: this.wide, height: this.base - at});
  }

  /// A loop is one step: a band over it, with its turns where there is room.
  makeLoops() {
    const {chosen} = this.view.model, parts = [];
    let free = 0;
    for (let step = 0; step < chosen.count; ++step) {
      const {turns} = chosen.taskAt(step);
      if (!turns)
        continue;
      const from = this.x(chosen.position(step, this.axis));
      const wide = Math.max(
          3, this.x(chosen.position(step + 1, this.axis)) - from);
      parts.push(svgElement(
          "rect", {class: "loop", x: from, y: 26, width: wide,
                   height: this.base - 26, "data-turns": turns},
          svgElement("title", {}, `loop of ${formatMany(turns, "turn")}`)));
      const label = `${formatCount(turns)} turns`;
      // Beside a narrow band; bands that are close share a label.
      const isInside = wide > 7 * label.length;
      if (!isInside && from < free)
        continue;
      parts.push(isInside ? svgText(from + wide / 2, this.base - 26, label,
                                    "middle", "quiet halo")
                          : from > this.left + this.wide - 100
                              ? svgText(from - 4, this.base - 26, label, "end",
                                        "quiet halo")
                              : svgText(from + wide + 4, this.base - 26, label,
                                        "start", "quiet halo"));
      free = from + wide + 8 * label.length;
    }
    return parts;
  }

  makeTurn() {
    const {chosen} = this.view.model, step = chosen.turn;
    if (step < 0)
      return [];
    const at = this.x(chosen.position(step, this.axis));
    const isLeft = at < this.left + this.wide / 2;
    return [svgElement("path", {class: "boundary",
                                d: `M${at} ${this.base}V26`}),
            isLeft ? svgText(at + 5, this.base - 8, "backward pass →", "start",
                             "quiet halo")
                   : svgText(at - 5, this.base - 8, "← forward pass", "end",
                             "quiet halo")];
  }

  makeCurve(schedule) {
    const path = [];
    const add = (command, value) => path.push(command + value.toFixed(1));
    for (let step = 0; step < schedule.count;) {
      const at = this.x(schedule.position(step, this.axis));
      const first = schedule.live[step], column = Math.floor(at);
      let least = first, most = first, last = first;
      for (; step < schedule.count; ++step) {
        if (Math.floor(this.x(schedule.position(step, this.axis))) !== column)
          break;
        last = schedule.live[step];
        least = Math.min(least, last);
        most = Math.max(most, last);
      }
      if (!path.length)
        path.push(`M${at.toFixed(1)} ${this.y(first).toFixed(1)}`);
      else {
        add("H", at);
        add("V", this.y(first));
      }
      if (least !== most)
        for (const bytes of [most, least, last])
          add("V", this.y(bytes));
    }
    add("H", this.x(schedule.length(this.axis)));
    return svgElement("path", {class: `curve ${schedule.name}`,
                               d: schedule.count ? path.join("") : ""});
  }

  /// Budget and resident bytes are named beside the plot, apart from each other.
  makeSideLabels() {
    const {budget, resident} = this.view.model;
    const parts = [], right = this.left + this.wide;
    const label = (at, name, bytes) => parts.push(
        svgText(right + 8, at - 2, name, "start", "strong"),
        svgText(right + 8, at + 12, formatBytes(bytes)));
    let budgetAt = -100;
    if (budget <= this.top) {
      budgetAt = this.y(budget);
      parts.push(svgElement("path", {
        class: "curve budget", d: `M${this.left} ${budgetAt}h${this.wide}`}));
      label(budgetAt, "budget", budget);
    }
    const residentAt = Math.min(this.y(resident), this.base - 12);
    if (resident > 0 && resident <= this.top)
      label(Math.max(residentAt, budgetAt + 32), "resident", resident);
    return parts;
  }

  makePeak(schedule) {
    if (!schedule.count)
      return [];
    const at = this.middle({schedule, step: schedule.peakStep});
    const high = this.y(schedule.peak);
    const isRight = at > this.left + this.wide - 150;
    // The budget's line would run through the label.
    const budget = this.y(this.view.model.budget), label = high - 7;
    const isCrossed = Math.abs(budget - label + 4) < 12;
    const place = isCrossed ? budget - 7 : label;
    // Peaks of the same height have their labels above and below.
    const isBelow = this.lastLabel !== undefined
        && Math.abs(this.lastLabel.place - place) < 15
        && Math.abs(this.lastLabel.at - at) < 160;
    this.lastLabel = {place, at};
    return [
      svgElement("circle", {class: `peak ${schedule.name}`, cx: at, cy: high,
                            r: 5}),
      svgText(at + (isRight ? -9 : 9), isBelow ? high + 18 : place,
              `${schedule.name}: ${formatBytes(schedule.peak)}`,
              isRight ? "end" : "start", "halo strong")];
  }

  /// What is drawn below the axis: [title, schedule, class by step].
  getStrips() {
    const {model, matches} = this.view;
    const strips = model.schedules.map((schedule) => [
      schedule.name, schedule, (step) => schedule.taskAt(step).phase]);
    if (model.after && model.recomputed.length)
      strips.push(["again", model.after,
                   (step) => model.after.again[step] ? "again" : ""]);
    if (matches)
      strips.push(["found", model.chosen, (step) =>
          matches.has(model.chosen.task[step]) ? "found" : ""]);
    return strips;
  }

  /// Steps of one class that touch are one mark, at least a pixel wide.
  makeStrip([title, schedule, classify], row) {
    const at = this.base + 46 + 16 * row;
    const parts = [svgText(this.left - 8, at + 9, title, "end", "quiet")];
    const paths = new Map();
    for (let step = 0; step < schedule.count;) {
      const name = classify(step), begin = step;
      while (step < schedule.count && classify(step) === name)
        ++step;
      const from = this.x(schedule.position(begin, this.axis));
      const to = Math.max(this.x(schedule.position(step, this.axis)),
                          from + 1.5);
      if (name)
        paths.set(name, (paths.get(name) ?? "") +
            `M${from.toFixed(1)} ${at}H${to.toFixed(1)}v10H${from.toFixed(1)}z`);
    }
    for (const [name, d] of paths)
      parts.push(svgElement("path", {class: `strip ${name}`, d},
                            svgElement("title", {}, name)));
    return parts;
  }

  drawCursor() {
    if (!this.marks)
      return;
    const parts = [], {model, pinned} = this.view;
    const mark = ({schedule, step}, name) => {
      const at = this.middle({schedule, step});
      parts.push(svgElement("path", {class: name, d: `M${at} 20V${this.base}`}),
                 svgElement("circle", {class: `dot ${schedule.name}`, cx: at,
                                       cy: this.y(schedule.live[step]), r: 4}));
    };
    if (pinned) {
      mark(pinned, "pin");
      parts.push(svgText(this.middle(pinned), 14, "pinned", "middle",
                         "strong halo"));
    }
    if (this.cursor)
      mark(this.cursor, "hair");
    this.marks.replaceChildren(...parts);
    const {schedule, step} = this.cursor ?? pinned
        ?? {schedule: model.chosen, step: model.chosen.peakStep};
    this.svg.setAttribute("aria-valuemax", Math.max(0, schedule.count - 1));
    this.svg.setAttribute("aria-valuenow", step);
    this.svg.setAttribute("aria-valuetext",
                          this.describe(schedule, step).join(", "));
  }

  describe(schedule, step) {
    if (!schedule.count)
      return ["no steps"];
    const task = schedule.taskAt(step);
    const again = schedule.name === "after" && schedule.again[step];
    return [`${schedule.name}, step ${formatCount(step)} of ` +
                formatCount(schedule.count),
            task.op + (again ? " (recomputed)" : "") +
                (task.turns ? `, ${formatMany(task.turns, "turn")}` : ""),
            ...(task.scope ? [task.scope] : []), shortLocation(task.location),
            `${task.phase}, ${formatTime(task.time, this.view.model.device)}`,
            `${formatBytes(schedule.live[step])} alive`];
  }

  showTooltip(left, top) {
    const {schedule, step} = this.cursor;
    if (!schedule.count)
      return;
    const lines = this.describe(schedule, step);
    tooltip.show(left, top, element("span", {class: "quiet"}, lines[0]),
                 element("strong", {}, lines[1]), ...lines.slice(2, -1),
                 element("b", {}, lines.at(-1)));
  }
}
