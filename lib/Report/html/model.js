// A planned function, and what the parts of the page ask of it.

/// "model.mlir:12:3" for "/a/b/model.mlir:12:3"; other texts as they are.
function shortLocation(location) {
  return /:\d+:\d+$/.test(location)
      ? location.slice(location.lastIndexOf("/") + 1) : location;
}

/// The layer names in a scope, outermost first: "jit(step)/jvp(net)/block_0/dot"
/// and what is derived from it, "jit(step)/transpose(jvp(net))/block_0/dot", are
/// both of net, block_0. The last name is the operation's.
function getLayers(scope) {
  let plain = scope, last;
  const derived = /\b(?:jvp|transpose|vmap|remat|checkpoint|custom_jvp|custom_vjp|rematted_computation)\(([^()]*)\)/g;
  do {
    last = plain;
    plain = plain.replace(derived, "$1");
  } while (plain !== last);
  const names = plain.split("/").filter(
      (name) => name && !/^(?:p?jit|xla_call)\(/.test(name)
                && name !== "rematted_computation" && name !== "checkpoint");
  return names.length > 1 ? names.slice(0, -1) : names;
}

/// An order of the step: what runs, what is alive, and for how long.
class Schedule {
  constructor(model, columns, name) {
    Object.assign(this, columns);
    this.model = model;
    this.name = name;
    this.count = this.task.length;
    this.peakStep = columns.peak_step;
    this.peak = this.count ? this.live[this.peakStep] : model.resident;
    this.times = [0];
    for (const task of this.task)
      this.times.push(this.times.at(-1) + model.tasks[task].time);
  }

  /// Where a step begins on an axis; the end at `count`.
  position(step, axis) { return axis === "time" ? this.times[step] : step; }
  length(axis) { return this.position(this.count, axis); }

  /// The step at a place on an axis, at most the last one.
  stepAt(place, axis) {
    if (axis !== "time")
      return Math.max(0, Math.min(this.count - 1, Math.floor(place)));
    let low = 0, high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= place)
        low = middle;
      else
        high = middle - 1;
    }
    return low;
  }

  taskAt(step) { return this.model.tasks[this.task[step]]; }

  /// Where the forward pass turns into the backward pass: with the fewest first
  /// runs of backward tasks before it and of forward tasks after it, since some
  /// of either may run anywhere. -1 if only one phase is known.
  get turn() {
    const {tasks} = this.model;
    let wrong = 0, best = 0, turn = 0, backward = 0;
    for (let step = 0; step < this.count; ++step) {
      const {phase} = tasks[this.task[step]];
      if (this.again[step] || phase === "other")
        continue;
      wrong += phase === "backward" ? 1 : -1;
      backward += phase === "backward" ? 1 : 0;
      if (wrong < best) {
        best = wrong;
        turn = step + 1;
      }
    }
    return backward && turn ? turn : -1;
  }

  /// Who is alive at a step, beside what is resident: {bytes, storage, first,
  /// last}; storage is null for what the operation needs beside storages.
  ownersAt(step) {
    const owners = [];
    let rest = this.live[step] - this.model.resident;
    for (let copy = 0; copy < this.storage.length; ++copy) {
      if (this.first[copy] > step || this.last[copy] < step)
        continue;
      const storage = this.model.storages[this.storage[copy]];
      rest -= storage.bytes;
      owners.push({bytes: storage.bytes, storage, first: this.first[copy],
                   last: this.last[copy]});
    }
    if (rest !== 0)
      owners.push({bytes: rest, storage: null, first: step, last: step});
    return owners;
  }
}

class StepModel {
  constructor(data) {
    const text = (index) => data.texts[index];
    this.data = data;
    this.name = data.name;
    this.device = data.device;
    this.isPlanned = data.status === "ok";
    this.resident = data.resident_bytes;
    this.budget = data.budget_bytes;
    this.tasks = data.tasks.op.map((op, id) => ({
      id, op: text(op), location: text(data.tasks.location[id]),
      scope: text(data.tasks.scope[id]), phase: text(data.tasks.phase[id]),
      time: data.tasks.time[id], turns: data.tasks.turns[id],
    }));
    for (const task of this.tasks) {
      task.layers = task.scope ? getLayers(task.scope) : [];
      task.words = `${task.op}\n${task.location}\n${task.scope}`.toLowerCase();
    }
    this.storages = data.storages.bytes.map((bytes, id) => ({
      id, bytes, type: text(data.storages.type[id]),
      location: text(data.storages.location[id]),
      task: this.tasks[data.storages.task[id]],
      turns: data.storages.turns[id],
    }));
    this.stacks = this.getStacks(text);
    this.parked = (data.parked?.storage ?? []).map((storage, row) => ({
      storage: this.storages[storage], release: data.parked.release[row],
      fetch: data.parked.fetch[row], wait: data.parked.wait[row],
    }));
    this.before = new Schedule(this, data.before, "before");
    this.after = data.after.task.length
        ? new Schedule(this, data.after, "after") : null;
    for (const {task, type} of this.storages)
      task.words += `\n${type.toLowerCase()}`;
    /// What the page speaks of first.
    this.chosen = this.after ?? this.before;
    this.schedules = this.after ? [this.before, this.after] : [this.before];
    this.recomputed = this.getRecomputed();
    this.hasScopes = 2 * this.tasks.filter((task) => task.scope).length
                     >= this.tasks.length;
    this.depth = this.chooseDepth();
  }

  /// The values of the turns of loops of which a stack is, or was, kept.
  getStacks(text) {
    const {stacks} = this.data;
    return (stacks?.bytes ?? []).map((bytes, row) => {
      const stack = {
        bytes, turns: stacks.turns[row], op: text(stacks.op[row]),
        type: text(stacks.type[row]), location: text(stacks.location[row]),
        scope: text(stacks.scope[row]), loop: text(stacks.loop[row]),
        backwardLoop: text(stacks.backward_loop[row]),
        slices: stacks.slices[row], kept: stacks.kept[row],
        wasKept: stacks.kept_before[row],
        madeAgain: stacks.made_again[row],
      };
      stack.bytesBefore = stack.wasKept ? bytes : 0;
      stack.bytesAfter = stack.kept ? bytes / stack.turns * stack.slices : 0;
      stack.paid = stack.madeAgain && !stack.kept ? stacks.time[row] : 0;
      stack.words = [stack.op, stack.type, stack.location, stack.scope]
                        .join("\n").toLowerCase();
      return stack;
    });
  }

  getRecomputed() {
    const {task, runs, bytes, time} = this.data.recomputed;
    const saved = this.getSaved();
    return task.map((id, row) => ({task: this.tasks[id], runs: runs[row],
                                   bytes: bytes[row], time: time[row],
                                   saved: saved.get(id) ?? 0}));
  }

  /// By task: bytes of its storages that are not alive at the peak of the plan,
  /// but would be had they been kept from their first step to their last.
  getSaved() {
    const saved = new Map();
    if (!this.after)
      return saved;
    const {peakStep, storage, first, last} = this.after;
    const lives = new Map();
    storage.forEach((id, copy) => {
      const life = lives.get(id) ?? {first: first[copy], last: last[copy],
                                     isAlive: false};
      life.first = Math.min(life.first, first[copy]);
      life.last = Math.max(life.last, last[copy]);
      life.isAlive ||= first[copy] <= peakStep && peakStep <= last[copy];
      lives.set(id, life);
    });
    for (const [id, life] of lives)
      if (!life.isAlive && life.first < peakStep && peakStep < life.last) {
        const {task, bytes} = this.storages[id];
        saved.set(task.id, (saved.get(task.id) ?? 0) + bytes);
      }
    return saved;
  }

  /// What a task belongs to, at most `depth` names deep; the place in the file
  /// where no layer is known.
  getLayer(task, depth) {
    if (task.layers.length)
      return task.layers.slice(0, depth).join("/");
    return shortLocation(task.location).replace(/:\d+$/, "");
  }

  /// The smallest depth that tells at least four layers apart, or the deepest.
  chooseDepth() {
    this.deepest = this.tasks.reduce(
        (most, task) => Math.max(most, task.layers.length), 1);
    for (let depth = 1; depth < this.deepest; ++depth)
      if (this.countLayers(depth) >= 4)
        return depth;
    return this.deepest;
  }

  countLayers(depth = this.depth) {
    return new Set(this.tasks.map((task) => this.getLayer(task, depth))).size;
  }

  /// The tasks that a search finds; null for an empty one.
  search(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length)
      return null;
    return new Set(this.tasks.filter(
        (task) => words.every((word) => task.words.includes(word)))
                       .map((task) => task.id));
  }
}
