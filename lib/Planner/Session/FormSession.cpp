//===- FormSession.cpp - Asks about a step in many forms ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/FormSession.h"

#include "Loops/SegmentChoices.h"
#include "remat/Planner/Refusal.h"
#include "remat/Planner/Session.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <limits>
#include <string>
#include <utility>

#define DEBUG_TYPE "remat-forms"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// Of more stacks where a budget has bytes left.
static constexpr int mostFillings = 4;
/// Of loops in segments for a budget; each corrects what is known of the room.
static constexpr int mostSegmentings = 6;
/// Of the smallest segments of one more level, and those of them that are
/// tried: loops of several pairs cannot all run in segments.
static constexpr size_t mostSmallest = 3;
static constexpr size_t mostTried = 16;
/// Of the other segments of one more level that are made to see their peaks.
static constexpr size_t mostSampled = 6;
/// With so few, every search is short.
static constexpr size_t fewTasks = 64;
/// What a step that fits as it was given must gain to be given other stacks: a
/// twentieth of its time. Checkpointed bodies gain a tenth and more by stacks,
/// all else is noise of the cost model.
static constexpr double leastGain = 0.05;
/// Where few stacks are preferred: stacks below this share of the budget go if
/// the step then takes no more than this share of its time longer. XLA's heap
/// lost 24 to 48 MiB on plans for llama-scan with statistics of softmax (4.5 of
/// 5,423 MiB each, 0.04% of the time together), and nothing without.
static constexpr double smallStack = 0.002, mostSmallStacksTake = 0.002;
/// Where few stacks are preferred: what segments must gain. XLA compiled a plan
/// of 163 MiB in segments to 243, which took 0.06% of the step less than one
/// without them of 139 MiB.
static constexpr double leastGainBySegments = 0.02;
/// How small a part of the host's budget is tried, and how often what a turn
/// needs is corrected.
static constexpr int64_t mostPartsOfHost = 8;
static constexpr int mostParkings = 3;
/// No search takes more than this part of a time limit that all share.
static constexpr double searchesPerAsk = 8;
/// What a search gets at least, in seconds.
static constexpr double leastSearch = 1e-3;
/// How much longer an estimated time may be than that of the form.
static constexpr double estimateMargin = 0.02;

namespace {
/// A form, or what is known of it before it is made.
class Candidate {
public:
  Candidate(LoopForms &forms, StackChoice choice, double estimate)
      : choice(std::move(choice)), forms(forms), estimate(estimate) {}

  /// Null if it cannot be planned.
  Session *getSession() {
    if (!isMade) {
      form = forms.get(choice);
      isMade = true;
      if (form)
        session = std::make_unique<Session>(*form->graph);
    }
    return session.get();
  }
  const LoopForm &getForm() const { return *form; }
  /// No plan takes less time, as far as known.
  double getLeastTime() const {
    return isMade && form ? form->graph->baseTime()
                          : estimate * (1 - estimateMargin);
  }

  StackChoice choice;

private:
  LoopForms &forms;
  double estimate;
  bool isMade = false;
  const LoopForm *form = nullptr;
  std::unique_ptr<Session> session;
};

struct Found {
  Candidate *candidate = nullptr;
  Outcome outcome;
};
} // namespace

class FormSession::State {
public:
  explicit State(LoopForms &forms);

  Expected<Found> solve(const Ask &ask);
  PeakBound getBound(const LoopForm &form, int64_t hostBytes) const;
  void restate(const Ask &ask, const LoopForm &form, Outcome &outcome);
  Session &getGiven() { return *given->getSession(); }
  Candidate &getCandidate(const StackChoice &choice);

  LoopForms &forms;

private:
  Expected<Found> fit(const Ask &ask);
  Expected<Found> minimize(const Ask &ask);
  Expected<bool> offer(const Ask &ask, Candidate &candidate, Found &best);
  Error fill(const Ask &ask, Found &best);
  Error segment(const Ask &ask, Found &best);
  Error segmentFinely(const Ask &ask, Found &best);
  Error simplify(const Ask &ask, Found &best);
  Error park(const Ask &ask, Found &best);
  Error parkAround(const Ask &ask, Found &best);
  Error parkSmallest(const Ask &ask, Found &best);
  std::vector<Candidate *> sampleSmallest(ArrayRef<StackChoice> choices);
  Error segmentSmallest(const Ask &ask, Found &best);
  double getSecondsLeft() const;
  bool isOver(const Ask &ask) const;
  bool mayFit(Candidate &candidate, int64_t budget);
  bool isFarAbove(Candidate &candidate, int64_t peak, int64_t parts);
  /// Of a form that is made.
  int64_t getBasePeak(Candidate &candidate) {
    candidate.getSession();
    return candidate.getForm().basePeak;
  }
  /// The bytes of stacks and states with which a form like this one fits.
  int64_t getRoomWith(Candidate &candidate, int64_t budget) {
    return candidate.choice.bytes + budget - getBasePeak(candidate);
  }
  int64_t getLargestSlice() const;
  std::vector<StackChoice> getHullChoices() const;
  size_t findFirstThatMayFit(int64_t budget);
  Expected<Found> refuse(const Ask &ask);
  Expected<Found> hasten(const Ask &ask, Found least);

  /// From the most bytes of stacks to the fewest. References stay valid.
  std::vector<Candidate *> hull;
  std::deque<Candidate> candidates;
  Candidate *given = nullptr;
  /// Of the ask that is answered.
  HostMemory host;
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

FormSession::State::State(LoopForms &forms) : forms(forms) {
  const StackChoice &asGiven = forms.getGiven();
  given = &candidates.emplace_back(forms, asGiven, 0);
  const double rest = getGiven().getGraph().baseTime() - asGiven.time;
  hull.push_back(given);
  for (StackChoice &choice : findBestTrades(forms.getTurns()))
    if (choice.isKept != asGiven.isKept) {
      const double estimate = rest + choice.time;
      hull.push_back(
          &candidates.emplace_back(forms, std::move(choice), estimate));
    }
  // What was given comes first among its equals.
  llvm::stable_sort(hull, [](const Candidate *a, const Candidate *b) {
    return a->choice.bytes > b->choice.bytes;
  });
}

Candidate &FormSession::State::getCandidate(const StackChoice &choice) {
  for (Candidate &each : candidates)
    if (each.choice.isLike(choice))
      return each;
  const double rest = getGiven().getGraph().baseTime() - forms.getGiven().time;
  return candidates.emplace_back(forms, choice, rest + choice.time);
}

/// Other stacks may take the place of those of the form.
static PeakBound getPeakBoundOf(const LoopForm &form, int64_t hostBytes) {
  Graph graph = *form.graph;
  for (ValueId stack : form.stacks)
    graph.values[stack].bytes = 0;
  if (Error error = graph.finalize())
    report_fatal_error(std::move(error));
  return lowerBoundPeakOfRuns(graph, hostBytes);
}

/// Only the form as given proves something for all. Another may have unrolled
/// turns of its loops: their ops look like ops that every form runs.
PeakBound FormSession::State::getBound(const LoopForm &form,
                                       int64_t hostBytes) const {
  PeakBound bound = getPeakBoundOf(form, hostBytes);
  if (&form == &given->getForm())
    return bound;
  const int64_t ofAll = getPeakBoundOf(given->getForm(), hostBytes).bytes;
  // What is alive there has no ids in this form.
  return ofAll < bound.bytes ? PeakBound{ofAll, std::nullopt, {}} : bound;
}

/// Of the step as given: loops may run without what they do for their stacks.
static TimeBound getTimeBound(const LoopForm &form) {
  TimeBound bound;
  // What only loops read may be made in their turns, or not at all.
  auto isForLoops = [&](ValueId output) {
    return llvm::is_contained(form.stacks, form.graph->root(output));
  };
  for (const Task &task : form.graph->tasks)
    if (!llvm::is_contained(form.loops, task.id) &&
        !llvm::all_of(task.outputs, isForLoops))
      bound.time += task.time;
  bound.reason = "each op outside of the loops that may keep other stacks runs "
                 "once";
  return bound;
}

void FormSession::State::restate(const Ask &ask, const LoopForm &form,
                                 Outcome &outcome) {
  outcome.plan.provedOptimal = false;
  if (outcome.isRefusal()) {
    outcome.bound = getBound(form, ask.host.budget);
    outcome.boundOfPlans = outcome.bound.bytes;
    outcome.status = outcome.budget < outcome.bound.bytes ? Status::Infeasible
                                                          : Status::NotFound;
    outcome.message = describeRefusal(outcome, "the step", ask.strategy);
    return;
  }
  if (!outcome.hasPlan() || !ask.isAssessed)
    return;
  outcome.bound = getBound(form, ask.host.budget);
  Optimality &optimality = outcome.optimality;
  optimality = compareWithBound(*form.graph, getTimeBound(given->getForm()),
                                outcome.plan.time);
  optimality.isOfWholeTasks = false;
  if (!ask.budget)
    optimality.proved = outcome.plan.peak <= outcome.bound.bytes;
  optimality.summary =
      optimality.proved
          ? (ask.budget ? "proved optimal" : "proved the smallest peak")
      : ask.budget ? "the fastest found with any stacks in the loops"
                   : "the smallest peak found with any stacks in the loops";
}

bool FormSession::State::mayFit(Candidate &candidate, int64_t budget) {
  Session *session = candidate.getSession();
  return session && (candidate.getForm().basePeak <= budget ||
                     session->getPeakBound().bytes <= budget);
}

/// The position on the hull; with less in stacks, bounds are smaller, as a rule
/// that decides how fast a plan is, not whether it holds.
size_t FormSession::State::findFirstThatMayFit(int64_t budget) {
  size_t low = 0, high = hull.size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (mayFit(*hull[middle], budget))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// The base order of a form as an answer; none if pins forbid it.
static Expected<std::optional<Outcome>> getAsItStands(const Ask &ask,
                                                      Candidate &candidate) {
  Session &session = *candidate.getSession();
  Expected<Plan> base = session.getBase();
  if (!base)
    return base.takeError();
  if (errorToBool(verify(Problem(session.getGraph()), *base)))
    return std::nullopt;
  Outcome outcome;
  outcome.plan = std::move(*base);
  outcome.plan.peak = candidate.getForm().basePeak;
  outcome.plan.strategy = outcome.plan.stage = ask.strategy;
  outcome.budget = ask.budget.value_or(std::max<int64_t>(outcome.plan.peak, 1));
  return outcome;
}

/// The base order is the answer where it is enough: nothing is faster.
static Expected<Outcome> solveForm(const Ask &ask, Candidate &candidate) {
  Expected<std::optional<Outcome>> asItStands = getAsItStands(ask, candidate);
  if (!asItStands)
    return asItStands.takeError();
  const int64_t basePeak = candidate.getForm().basePeak;
  if (*asItStands && ask.budget && basePeak <= *ask.budget)
    return std::move(**asItStands);
  Expected<Outcome> outcome = candidate.getSession()->solve(ask);
  if (outcome && *asItStands && !ask.budget && outcome->hasPlan() &&
      basePeak <= outcome->plan.peak)
    return std::move(**asItStands);
  return outcome;
}

/// Infinite without a time limit.
double FormSession::State::getSecondsLeft() const {
  if (!deadline)
    return std::numeric_limits<double>::infinity();
  const std::chrono::duration<double> left =
      *deadline - std::chrono::steady_clock::now();
  return left.count();
}

bool FormSession::State::isOver(const Ask &ask) const {
  return ask.isInterrupted() || getSecondsLeft() <= 0;
}

/// Whatever ended one search ended the answer.
static void addStops(const Outcome &other, Outcome &outcome) {
  outcome.stop = std::max(outcome.stop, other.stop);
  outcome.isCut |= other.isCut;
}

/// Solves a form, and takes it for the best if it is. Returns whether it has a
/// plan.
Expected<bool> FormSession::State::offer(const Ask &ask, Candidate &candidate,
                                         Found &best) {
  Session *session = candidate.getSession();
  if (!session)
    return false;
  Ask shared = ask;
  if (shared.search.timeLimit)
    shared.search.timeLimit = std::max(
        std::min(*shared.search.timeLimit, getSecondsLeft()), leastSearch);
  Expected<Outcome> outcome = solveForm(shared, candidate);
  if (!outcome)
    return outcome.takeError();
  LLVM_DEBUG({
    dbgs() << "forms: stacks of " << candidate.choice.bytes << " bytes, "
           << (ask.budget ? std::to_string(*ask.budget) + " bytes asked: "
                          : std::string("least: "))
           << stringifyStatus(outcome->status) << ", peak "
           << (outcome->hasPlan() ? outcome->plan.peak : outcome->smallestPeak)
           << ", time " << outcome->plan.time << "\n";
  });
  const bool hasPlan = outcome->hasPlan();
  auto getRank = [&](const Outcome &each) {
    const double peak = static_cast<double>(each.plan.peak);
    return ask.budget ? std::pair(each.plan.time, peak)
                      : std::pair(peak, each.plan.time);
  };
  const bool isBetter =
      !best.candidate ||
      (hasPlan && (!best.outcome.hasPlan() ||
                   getRank(*outcome) < getRank(best.outcome))) ||
      (!hasPlan && best.outcome.isRefusal() && outcome->isRefusal() &&
       outcome->smallestPeak < best.outcome.smallestPeak);
  if (!isBetter) {
    addStops(*outcome, best.outcome);
    return hasPlan;
  }
  addStops(best.outcome, *outcome);
  best = {&candidate, std::move(*outcome)};
  return hasPlan;
}

/// Adds stacks to those of the best form, in the same segments, while the
/// budget has room for them.
Error FormSession::State::fill(const Ask &ask, Found &best) {
  if (!best.candidate || !best.outcome.hasPlan())
    return Error::success();
  // Where ops outside of the loops run again already, nothing is left.
  const int64_t room = getRoomWith(*best.candidate, *ask.budget);
  // Off by what one turn needs beside its stacks.
  int64_t limit = room < 0 ? room : room + getLargestSlice();
  for (int filled = 0; filled != mostFillings && limit >= 0 && !isOver(ask);
       ++filled) {
    const std::optional<StackChoice> choice =
        chooseStacksLike(forms.getTurns(), best.candidate->choice, limit);
    if (!choice || choice->isLike(best.candidate->choice))
      break;
    Candidate &more = getCandidate(*choice);
    if (!more.getSession() || more.getLeastTime() >= best.outcome.plan.time)
      break;
    // Beyond the room, only its base order is worth a try.
    if (choice->bytes <= room || getBasePeak(more) <= *ask.budget) {
      Expected<bool> offered = offer(ask, more, best);
      if (!offered)
        return offered.takeError();
    }
    // What is known to need too much is not tried again.
    const int64_t known = getRoomWith(more, *ask.budget);
    limit =
        best.candidate == &more ? known : std::min(known, choice->bytes - 1);
  }
  return Error::success();
}

/// Those stacks of `choice` that are in `isOnHost` lie there.
static void moveToHost(const LoopTurns &turns,
                       const std::vector<bool> &isOnHost, StackChoice &choice) {
  if (isOnHost.empty())
    return;
  choice.isOnHost.resize(turns.values.size());
  for (TurnValueId id = 0, end = turns.values.size(); id != end; ++id) {
    if (!choice.isKept[id] || !isOnHost[id])
      continue;
    choice.isOnHost[id] = true;
    choice.bytes -= turns.values[id].stackBytes;
    choice.hostBytes += turns.values[id].stackBytes;
  }
}

/// `choice` without the stacks of less than `bytes` bytes that it can do
/// without, the smallest first.
static std::optional<StackChoice> dropSmallStacks(const LoopTurns &turns,
                                                  const StackChoice &choice,
                                                  double bytes) {
  std::vector<TurnValueId> small;
  for (auto [id, value] : llvm::enumerate(turns.values)) {
    // As given, against what is asked of it.
    if (choice.isKept[id] && !value.mayBeKept)
      return std::nullopt;
    if (choice.isKept[id] && static_cast<double>(value.stackBytes) < bytes)
      small.push_back(id);
  }
  llvm::stable_sort(small, [&](TurnValueId a, TurnValueId b) {
    return turns.values[a].stackBytes < turns.values[b].stackBytes;
  });
  std::optional<StackChoice> fewer;
  std::vector<bool> isKept = choice.isKept;
  for (TurnValueId id : small) {
    isKept[id] = false;
    if (std::optional<StackChoice> without = completeChoice(turns, isKept))
      fewer = std::move(without);
    else
      isKept[id] = true;
  }
  // A single large stack leaves no gaps to others.
  if (fewer && llvm::count(fewer->isKept, true) < 2)
    return std::nullopt;
  if (fewer && !choice.segments.empty())
    fewer = runInSegments(turns, *fewer, choice.segments);
  if (fewer)
    moveToHost(turns, choice.isOnHost, *fewer);
  return fewer;
}

/// Drops small stacks that save next to no time beside large ones.
Error FormSession::State::simplify(const Ask &ask, Found &best) {
  if (!forms.prefersFewStacks() || best.candidate == given)
    return Error::success();
  const double limit = smallStack * static_cast<double>(*ask.budget);
  std::optional<StackChoice> fewer =
      dropSmallStacks(forms.getTurns(), best.candidate->choice, limit);
  if (!fewer)
    return Error::success();
  Found simple;
  Expected<bool> hasPlan = offer(ask, getCandidate(*fewer), simple);
  if (!hasPlan)
    return hasPlan.takeError();
  if (*hasPlan && simple.outcome.plan.time <=
                      best.outcome.plan.time * (1 + mostSmallStacksTake))
    std::swap(best, simple);
  addStops(simple.outcome, best.outcome);
  return Error::success();
}

/// Keeps more stacks than the device has room for, some of them on the host. Of
/// those, copies may take longer than what they hide behind: less of the host's
/// budget is tried, too.
Error FormSession::State::park(const Ask &ask, Found &best) {
  if (!forms.mayParkStacks() || !host.isAvailable() ||
      !hull.back()->getSession())
    return Error::success();
  std::vector<const Candidate *> tried;
  for (int64_t part = 1; part <= mostPartsOfHost; part *= 2) {
    int64_t room = getRoomWith(*hull.back(), *ask.budget) + getLargestSlice();
    for (int parked = 0; parked != mostParkings && room >= 0 && !isOver(ask);
         ++parked) {
      const std::optional<StackChoice> choice =
          chooseStacks(forms.getTurns(), room + host.budget / part);
      const std::optional<StackChoice> onHost =
          choice ? parkStacks(forms.getTurns(), *choice, room, host.budget)
                 : std::nullopt;
      if (!onHost || onHost->isOnHost.empty())
        break;
      Candidate &next = getCandidate(*onHost);
      if (llvm::is_contained(tried, &next) || !next.getSession())
        break;
      tried.push_back(&next);
      if (!best.candidate || !best.outcome.hasPlan() ||
          next.getLeastTime() < best.outcome.plan.time) {
        Expected<bool> offered = offer(ask, next, best);
        if (!offered)
          return offered.takeError();
      }
      // What a turn needs beside its stacks is known now.
      room = getRoomWith(next, *ask.budget);
    }
  }
  return Error::success();
}

/// Parks values between the loops, too, with what the stacks leave of the
/// host's budget: of the best form, or if none has a plan, of those with most
/// and fewest stacks.
Error FormSession::State::parkAround(const Ask &ask, Found &best) {
  std::vector<Candidate *> tried;
  if (best.candidate && best.outcome.hasPlan())
    tried = {best.candidate};
  else
    tried = {given, hull.back()};
  for (Candidate *candidate : tried) {
    Ask parked = ask;
    parked.host = host;
    parked.host.budget -= candidate->choice.hostBytes;
    if (!parked.host.isAvailable() || isOver(ask))
      continue;
    Expected<bool> offered = offer(parked, *candidate, best);
    if (!offered)
      return offered.takeError();
  }
  return Error::success();
}

/// As many stacks on the host as it holds, of few and of many.
Error FormSession::State::parkSmallest(const Ask &ask, Found &best) {
  if (!forms.mayParkStacks() || !host.isAvailable())
    return Error::success();
  for (const StackChoice &choice : getHullChoices()) {
    if (isOver(ask))
      break;
    if (!choice.segments.empty() || choice.bytes == 0)
      continue;
    // Stacks that do not fit there stay.
    const int64_t least = std::max<int64_t>(choice.bytes - host.budget, 0);
    std::optional<StackChoice> onHost;
    for (int64_t bytes = least; !onHost && bytes < choice.bytes;
         bytes += std::max<int64_t>((choice.bytes - least) / 8, 1))
      onHost = parkStacks(forms.getTurns(), choice, bytes, host.budget);
    if (!onHost || onHost->isOnHost.empty())
      continue;
    Candidate &next = getCandidate(*onHost);
    if (best.candidate && best.outcome.hasPlan() &&
        !mayFit(next, best.outcome.plan.peak - 1))
      continue;
    Expected<bool> offered = offer(ask, next, best);
    if (!offered)
      return offered.takeError();
  }
  return Error::success();
}

int64_t FormSession::State::getLargestSlice() const {
  const LoopTurns &turns = forms.getTurns();
  int64_t largest = 0;
  for (auto [number, loop] : llvm::enumerate(turns.loops))
    for (TurnValueId id = loop.firstValue; id != loop.endValue; ++id)
      largest = std::max(largest, getSliceBytes(turns, number, id));
  return largest;
}

std::vector<StackChoice> FormSession::State::getHullChoices() const {
  std::vector<StackChoice> choices;
  for (const Candidate *candidate : hull)
    choices.push_back(candidate->choice);
  return choices;
}

/// Runs loops in segments where the budget asks for that, or where it takes
/// less time than what was found. Sizes are corrected by each form that is
/// made.
Error FormSession::State::segment(const Ask &ask, Found &best) {
  if (!hull.back()->getSession())
    return Error::success();
  const std::vector<StackChoice> choices = getHullChoices();
  std::vector<const Candidate *> tried;
  // Off by a slice, as for more stacks; a form that needs too much corrects it.
  int64_t limit = getRoomWith(*hull.back(), *ask.budget) + getLargestSlice();
  for (int made = 0; made != mostSegmentings && limit >= 0 && !isOver(ask);
       ++made) {
    const std::vector<StackChoice> found =
        findSegmentedChoices(forms.getTurns(), choices, limit);
    auto isNew = [&](const StackChoice &choice) {
      return !llvm::is_contained(tried, &getCandidate(choice));
    };
    const auto fastest = llvm::find_if(found, isNew);
    if (fastest == found.end())
      break;
    Candidate &next = getCandidate(*fastest);
    if (best.candidate && best.outcome.hasPlan() &&
        next.getLeastTime() >= best.outcome.plan.time)
      break;
    tried.push_back(&next);
    if (!next.getSession())
      continue;
    Expected<bool> offered = offer(ask, next, best);
    if (!offered)
      return offered.takeError();
    limit = getRoomWith(next, *ask.budget);
    if (limit >= next.choice.bytes)
      limit += getLargestSlice();
  }
  return Error::success();
}

/// Whether the peak of the base order is more than one part of `parts` above
/// `peak`. Searches of large forms rarely save that much.
bool FormSession::State::isFarAbove(Candidate &candidate, int64_t peak,
                                    int64_t parts) {
  return candidate.getSession()->getGraph().tasks.size() > fewTasks &&
         getBasePeak(candidate) - peak > peak / parts;
}

/// The smallest segments, where they take less time than what was found. The
/// room in the stacks says little of them: with ops outside of the loops that
/// run again or later, a form may fit below its base order.
Error FormSession::State::segmentFinely(const Ask &ask, Found &best) {
  const std::vector<StackChoice> choices = getHullChoices();
  for (unsigned levels = 1; levels <= mostSegmentLevels; ++levels) {
    const std::vector<StackChoice> found =
        findSmallestSegmentedChoices(forms.getTurns(), choices, levels);
    auto isFaster = [&](const Candidate &candidate) {
      return !best.candidate || !best.outcome.hasPlan() ||
             candidate.getLeastTime() < best.outcome.plan.time;
    };
    size_t made = 0;
    for (const StackChoice &choice : ArrayRef(found).take_front(mostTried)) {
      if (made == mostSmallest || isOver(ask))
        break;
      Candidate &next = getCandidate(choice);
      if (!isFaster(next) || !next.getSession())
        continue;
      ++made;
      if (!isFaster(next) || !mayFit(next, *ask.budget) ||
          isFarAbove(next, *ask.budget, /*parts=*/8))
        continue;
      Expected<bool> offered = offer(ask, next, best);
      if (!offered)
        return offered.takeError();
    }
  }
  return Error::success();
}

/// Makes the first of `choices`, which go from the fewest bytes to the most,
/// and some of the others, evenly spaced. Returns those that can be planned,
/// the smallest base peak first: a turn that makes much again at once needs
/// more than its stacks say.
std::vector<Candidate *>
FormSession::State::sampleSmallest(ArrayRef<StackChoice> choices) {
  const size_t step =
      std::max<size_t>(llvm::divideCeil(choices.size(), mostSampled), 1);
  std::vector<Candidate *> sampled;
  for (auto [number, choice] : llvm::enumerate(choices))
    if (number < mostSmallest || number % step == 0 ||
        number + 1 == choices.size()) {
      Candidate &candidate = getCandidate(choice);
      if (candidate.getSession())
        sampled.push_back(&candidate);
    }
  llvm::stable_sort(sampled, [&](Candidate *a, Candidate *b) {
    return getBasePeak(*a) < getBasePeak(*b);
  });
  return sampled;
}

/// One more level of segments as long as that needs less.
Error FormSession::State::segmentSmallest(const Ask &ask, Found &best) {
  const std::vector<StackChoice> choices = getHullChoices();
  for (unsigned levels = 1; levels <= mostSegmentLevels; ++levels) {
    const Candidate *before = best.candidate;
    const std::vector<Candidate *> sampled = sampleSmallest(
        findSmallestSegmentedChoices(forms.getTurns(), choices, levels));
    for (Candidate *next : sampled) {
      if (isOver(ask))
        break;
      if (best.candidate && best.outcome.hasPlan() &&
          isFarAbove(*next, best.outcome.plan.peak, /*parts=*/16))
        continue;
      Expected<bool> offered = offer(ask, *next, best);
      if (!offered)
        return offered.takeError();
    }
    if (best.candidate == before || isOver(ask))
      break;
  }
  return Error::success();
}

Expected<Found> FormSession::State::minimize(const Ask &ask) {
  Found best;
  for (Candidate *candidate : llvm::reverse(hull)) {
    if (best.candidate && best.outcome.hasPlan() &&
        !mayFit(*candidate, best.outcome.plan.peak - 1))
      break;
    Expected<bool> offered = offer(ask, *candidate, best);
    if (!offered)
      return offered.takeError();
    if (best.outcome.status == Status::NotApplicable || isOver(ask))
      return best;
  }
  if (Error error = segmentSmallest(ask, best))
    return std::move(error);
  if (Error error = parkSmallest(ask, best))
    return std::move(error);
  if (Error error = parkAround(ask, best))
    return std::move(error);
  return best;
}

/// Without a plan if no form has one.
Expected<Found> FormSession::State::fit(const Ask &ask) {
  Found best;
  for (size_t i = findFirstThatMayFit(*ask.budget); i < hull.size(); ++i) {
    if (best.candidate && best.outcome.hasPlan() &&
        hull[i]->getLeastTime() >= best.outcome.plan.time)
      continue;
    if (best.candidate && isOver(ask))
      break;
    Expected<bool> offered = offer(ask, *hull[i], best);
    if (!offered)
      return offered.takeError();
  }
  // Before segments, which are to take less time than these.
  if (Error error = fill(ask, best))
    return std::move(error);
  Found whole = best;
  if (Error error = segment(ask, best))
    return std::move(error);
  if (Error error = segmentFinely(ask, best))
    return std::move(error);
  if (best.candidate != whole.candidate)
    if (Error error = fill(ask, best))
      return std::move(error);
  if (forms.prefersFewStacks() && whole.candidate && whole.outcome.hasPlan() &&
      best.outcome.plan.time >
          whole.outcome.plan.time * (1 - leastGainBySegments)) {
    addStops(best.outcome, whole.outcome);
    best = std::move(whole);
  }
  if (best.candidate && best.outcome.hasPlan())
    if (Error error = simplify(ask, best))
      return std::move(error);
  const Candidate *onDevice = best.candidate;
  if (Error error = park(ask, best))
    return std::move(error);
  if (best.candidate != onDevice && best.outcome.hasPlan())
    if (Error error = simplify(ask, best))
      return std::move(error);
  if (Error error = parkAround(ask, best))
    return std::move(error);
  if (!best.candidate || !best.outcome.hasPlan())
    return best;
  if (best.candidate != given && getBasePeak(*given) <= *ask.budget &&
      best.outcome.plan.time >= given->getLeastTime() * (1 - leastGain)) {
    Found asGiven;
    Expected<bool> offered = offer(ask, *given, asGiven);
    if (!offered)
      return offered.takeError();
    addStops(best.outcome, asGiven.outcome);
    return asGiven;
  }
  return best;
}

/// By the form of the smallest peak.
Expected<Found> FormSession::State::refuse(const Ask &ask) {
  Expected<Found> least = minimize(ask.withBudget(std::nullopt));
  if (!least || !least->outcome.hasPlan())
    return least;
  Plan smallest = std::move(least->outcome.plan);
  if (smallest.peak <= *ask.budget) {
    // The search for this budget went other ways.
    least->outcome.plan = std::move(smallest);
    least->outcome.budget = *ask.budget;
    return least;
  }
  Outcome refusal;
  refusal.status = Status::NotFound;
  refusal.budget = *ask.budget;
  refusal.smallestPeak = smallest.peak;
  refusal.smallest = std::move(smallest);
  refusal.stop = least->outcome.stop;
  refusal.isCut = least->outcome.isCut;
  least->outcome = std::move(refusal);
  return least;
}

Expected<Found> FormSession::State::solve(const Ask &ask) {
  Ask inner = ask;
  // Proofs are made once, of all forms.
  inner.isAssessed = false;
  inner.timeFloor = 0;
  host = std::exchange(inner.host, {});
  deadline.reset();
  if (std::optional<double> &limit = inner.search.timeLimit) {
    deadline = std::chrono::steady_clock::now() +
               std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                   std::chrono::duration<double>(*limit));
    *limit /= searchesPerAsk;
  }
  Expected<Found> found = ask.budget ? fit(inner) : minimize(inner);
  if (!found)
    return found;
  const bool hasPlan = found->candidate && found->outcome.hasPlan();
  if (ask.budget && !hasPlan)
    found = refuse(inner);
  else if (!ask.budget && hasPlan && !isOver(inner))
    found = hasten(inner, std::move(*found));
  // Between two searches, neither says so.
  if (found && getSecondsLeft() <= 0) {
    found->outcome.stop = std::max(found->outcome.stop, StopReason::TimeLimit);
    found->outcome.isCut = true;
  }
  return found;
}

/// Takes the fastest form with a peak that is no larger.
Expected<Found> FormSession::State::hasten(const Ask &ask, Found least) {
  const Plan &plan = least.outcome.plan;
  Expected<Found> faster = fit(ask.withBudget(plan.peak));
  if (!faster)
    return faster;
  if (!faster->candidate || !faster->outcome.hasPlan() ||
      faster->outcome.plan.time >= plan.time)
    return least;
  faster->outcome.budget = std::max<int64_t>(faster->outcome.plan.peak, 1);
  return faster;
}

FormSession::FormSession(LoopForms &forms)
    : state(std::make_unique<State>(forms)) {}
FormSession::~FormSession() = default;

Expected<Plan> FormSession::getBase() { return state->getGiven().getBase(); }

std::unique_ptr<PlanOracle> FormSession::startAnew() const {
  return std::make_unique<FormSession>(state->forms);
}

Expected<Outcome> FormSession::solve(const Ask &ask) {
  Expected<Found> found = state->solve(ask);
  if (!found)
    return found.takeError();
  Outcome &outcome = found->outcome;
  outcome.stacks = found->candidate->choice;
  outcome.host = ask.host;
  state->restate(ask, found->candidate->getForm(), outcome);
  return std::move(outcome);
}

PeakBound FormSession::getPeakBound(const StackChoice &choice,
                                    int64_t hostBytes) {
  Candidate &candidate = state->getCandidate(choice);
  candidate.getSession();
  return state->getBound(candidate.getForm(), hostBytes);
}

void FormSession::restate(const Ask &ask, Outcome &outcome) {
  Candidate &candidate = state->getCandidate(*outcome.stacks);
  candidate.getSession();
  state->restate(ask, candidate.getForm(), outcome);
}
