//===- Options.td - Options that several places have -------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each option is declared here, once. Passes name these records in their lists
// of options. `RematWriteOptions.cmake` writes remat/Support/Options.inc from
// `RematOptions`, from which pipelines, flags of tools and the setters of the C
// API are made, and remat-c/PlanOptions.h.inc, which declares these setters. An
// option that a single pass or tool has stays there.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_OPTIONS_TD
#define REMAT_SUPPORT_OPTIONS_TD

include "mlir/Pass/PassBase.td"

// Options of one group are taken together: Options.inc calls
// REMAT_<macro>_OPTION for each. With `isOfPipeline`, REMAT_OPTION stands in
// for a macro that is not defined; otherwise nothing does.
class OptionGroup<string macro, bit isOfPipeline = false> {
  string macroName = macro;
  bit fallsBack = isOfPipeline;
}
def GoalGroup : OptionGroup<"GOAL", true>;
def SearchGroup : OptionGroup<"SEARCH", true>;
def StepGroup : OptionGroup<"STEP", true>;
def ReportGroup : OptionGroup<"REPORT", true>;
// What the pipelines do before they plan.
def PreparationGroup : OptionGroup<"PREPARATION", true>;
def PlanGroup : OptionGroup<"PLAN", true>;
def ArenaModeGroup : OptionGroup<"ARENA_MODE", true>;
def ArenaGroup : OptionGroup<"ARENA", true>;
def SweepGroup : OptionGroup<"SWEEP">;
// How much work goes into placing buffers that were given.
def PlaceGroup : OptionGroup<"PLACE">;
// How the CPU pipeline places buffers.
def PlacementGroup : OptionGroup<"PLACEMENT">;
// How the GPU pipeline compiles kernels.
def KernelGroup : OptionGroup<"KERNEL">;
// What remat-run takes of these two.
def RunPlacementGroup : OptionGroup<"RUN_PLACEMENT">;
def RunKernelGroup : OptionGroup<"RUN_KERNEL">;

// Empty unless it is given.
class TextOption<string member, string name, string meaning> : Option<
  member, name, "std::string", "\"\"", meaning>;

// What is asked of a plan
class BudgetOption<string meaning> : TextOption<"budget", "budget", meaning>;
def RematBudget : BudgetOption<
  "Peak bytes of the step, arguments and constants included: 8GiB, 500MB, a "
  "byte count, 60% (of the peak without rematerialization), min (the smallest "
  "peak that the strategy reaches; auto stops a millionth above the proven "
  "bound), knee (where the next percent of memory begins to cost more than a "
  "percent of time), or slack:50% (min plus half of the way to the peak)">;
def RematStrategy : Option<"strategy", "strategy", "std::string", "\"auto\"",
  "How to find the plan: the name of a strategy",
  "::mlir::remat::planner::describeStrategyOption()">;
def RematObjective : Option<
  "objective", "objective", "::mlir::remat::planner::Objective",
  "::mlir::remat::planner::Objective::Time",
  "What the lower-set strategies prefer",
  "::mlir::remat::planner::getObjectiveValues()">;
def RematEffort : Option<"effort", "effort", "int", "1",
  "How much work the strategy auto puts into a plan: 0 (fastest) to 3 (most "
  "thorough)">;
def RematWorkLimit : Option<"workLimit", "work-limit", "uint64_t", "0",
  "Evaluation steps that the strategy auto may take to improve a plan (about "
  "ten million a second), in place of what effort allows; 0 is what effort "
  "allows">;
def RematReorder : Option<
  "reorder", "reorder", "::mlir::remat::planner::Reorder",
  "::mlir::remat::planner::Reorder::Full",
  "Which orders of the step the strategy auto may try",
  "::mlir::remat::planner::getReorderValues()">;
def RematTimeLimit : Option<"timeLimit", "time-limit", "double", "0",
  "Seconds after which a search ends with its best plan, which makes the plan "
  "depend on the machine; 0 is no limit">;

// The step
def RematDevice : Option<"device", "device", "std::string", "\"\"",
  "Hardware figures for the times of the cost model: cpu, a100, h100, gh200, flops "
  "(operations in place of times) or unit; if empty, flops for the target "
  "xla-gpu, and cpu for others">;
class TargetOption<string defaultName, string otherwise> : Option<
  "target", "target", "std::string", defaultName,
  "Memory model of what compiles the result: cpu, cuda, cuda-generated or "
  "xla-gpu" # otherwise>;
def RematTarget : TargetOption<"\"cpu\"", "">;
// Of passes that run on what was planned before.
def RematTargetOfPlan : TargetOption<
  "\"\"", "; if empty, the one that the function was planned for">;
def RematProfile : TextOption<"profile", "profile",
  "File with measured times of ops, which override the cost model">;
def RematLossResult : Option<"lossResult", "loss-result", "int64_t", "-1",
  "Position of the result that is the loss, where no result is marked "
  "remat.loss; -1 is the only float scalar">;
def RematFunction : TextOption<"functionName", "function",
  "The function that the budget is for; if empty, main, else the only one with "
  "a loss, else the only one with a body">;
def RematChooseStacks : Option<"chooseStacks", "choose-stacks", "bool", "true",
  "Let loops keep other values for their gradients, one slice a turn, than the "
  "step as it stands (strategy auto)">;
def RematReport : TextOption<"reportPath", "report",
  "File for a report, by its extension: .html is a page for people, .json or "
  "none JSON; for a sweep .csv and .txt too. '-' is standard output">;
def RematFuse : Option<
  "fuse", "fuse", "llvm::cl::boolOrDefault", "llvm::cl::BOU_UNSET",
  "Fuse elementwise ops before planning where the predicted peak or the "
  "predicted time gains and neither loses; unless given, what the target "
  "prefers (true for cuda and cuda-generated)">;

// One plan
def RematPlanIn : TextOption<"planIn", "plan-in",
  "File with a saved plan to apply instead of solving">;
def RematPlanOut : TextOption<"planOut", "plan-out",
  "File for the plan, to be applied again by plan-in">;
def RematExplain : TextOption<"explain", "explain",
  "Say why the plan keeps, drops or recomputes a value: %name (with "
  "remat-opt), step.mlir:12:3, 12:3, 12, a name in a location (layer0/dot), or "
  "the name of an op (linalg.matmul); see docs/explain.md">;
def RematCuts : Option<"cuts", "cuts", "int64_t", "-1",
  "Barriers over all that is alive, which keep a compiler that schedules by "
  "itself from moving ops across: the first between forward and backward, the "
  "others behind it, with equal bytes made between them; -1 leaves the number "
  "to the target: 0 for cpu; for xla-gpu 64, and 4 for budgets of 60% of the "
  "peak and more">;
def RematFitHeap : Option<"fitHeap", "fit-heap", "bool", "true",
  "Where a compiler places buffers itself (xla-gpu), look for a plan that fits "
  "with the gaps of its heap; false takes the first whose live bytes fit">;
def RematHostBudget : TextOption<"hostBudget", "host-budget",
  "Bytes of the host's memory that the plan may use to park values (64GiB, "
  "500MB, a byte count), beside the budget; none are parked unless it is given "
  "(targets xla-gpu, cuda and cuda-generated; strategy auto)">;
def RematLinkBandwidth : Option<"linkBandwidth", "link-bandwidth", "double", "0",
  "GB/s that the link between device and host carries, each way (with the device "
  "flops, bytes for an operation); 0 is that of the device, or of the saved plan">;

// The arena
class ArenaOption<string defaultMode> : Option<
  "arena", "arena", "::mlir::remat::ArenaMode", defaultMode,
  "What keeps the budget: the sum of live bytes, or one block for all buffers "
  "and what is resident",
  "::mlir::remat::getArenaModeValues()">;
def RematArena : ArenaOption<"::mlir::remat::ArenaMode::Auto">;
class AlignmentOption<string member, string name> : Option<
  member, name, "int64_t", "-1",
  "Bytes: each offset in the arena is a multiple of it, a power of two; -1 is "
  "what the target rounds to (cpu 64, cuda 256)">;
def RematAlignment : AlignmentOption<"alignment", "alignment">;
def RematArenaAlignment : AlignmentOption<"arenaAlignment", "arena-alignment">;
class SharingOption<string member> : Option<
  member, "parallel-safe", "::mlir::remat::Sharing",
  "::mlir::remat::Sharing::Serial",
  "Which buffers may share bytes of the arena, and be written over, where "
  "independent ops may run at once",
  "::mlir::remat::getSharingValues()">;
def RematSharing : SharingOption<"sharing">;
def RematParallelSafe : SharingOption<"parallelSafe">;
class InPlaceOption<string defaultValue> : Option<
  "inPlace", "in-place", "bool", defaultValue,
  "Let elementwise ops write over operands that die there "
  "(remat-write-in-place)">;
def RematInPlace : InPlaceOption<"true">;
class PlacementEffortOption<string member, string name> : Option<
  member, name, "int", "1",
  "How much work placing the buffers may take: 0 (heuristics alone) to 3">;
def RematPlacementEffort : PlacementEffortOption<"effort", "effort">;

// Sweeps
def RematPoints : Option<"points", "points", "int64_t", "20",
  "How many budgets, from the smallest peak to the peak as it stands">;
def RematStrategies : ListOption<"strategies", "strategies", "std::string",
  "The strategies to compare: their names; auto if none is given",
  "::mlir::remat::planner::describeStrategiesOption()">;

// Kernels
class ChipOption<string defaultName, string otherwise> : Option<
  "chip", "chip", "std::string", defaultName,
  "The chip that the kernels are for: sm_80 (A100), sm_90 (H100), sm_100 "
  "(B200), ..." # otherwise>;
def RematChip : ChipOption<"\"sm_80\"", "">;
def RematChipOfDevice : ChipOption<
  "\"\"", "; if empty, the device's, sm_80 for an emulated one">;
def RematFeatures : TextOption<"features", "features",
  "PTX version, as +ptx80; empty is what the chip needs">;
def RematToolkit : TextOption<"toolkit", "toolkit",
  "Folder of the CUDA toolkit (ptxas, libdevice); empty is that of CUDA_ROOT, "
  "CUDA_HOME, CUDA_PATH or PATH">;
def RematOptimization : Option<"optimizationLevel", "O", "int", "3",
  "How much LLVM and ptxas optimize kernels: 0 to 3">;
def RematTf32 : Option<"tf32", "tf32", "bool", "false",
  "Let generated products of f32 use tensor cores, which round inputs to 10 "
  "bits of fraction">;
class FormatOption<string name, string spelled> : Option<
  "format", "format", "::mlir::remat::GpuFormat",
  "::mlir::remat::GpuFormat::" # name,
  "What the kernels become; " # spelled # " by default",
  "::mlir::remat::getGpuFormatValues()">;
def RematLibrary : Option<
  "library", "library", "::mlir::remat::GpuLibrary",
  "::mlir::remat::GpuLibrary::Cuda",
  "What computes matrix products and convolutions",
  "::mlir::remat::getGpuLibraryValues()">;

// The list
class GroupedOptions<OptionGroup options, list<Option> inOrder> {
  OptionGroup group = options;
  list<Option> members = inOrder;
}

def RematGoalOptions : GroupedOptions<GoalGroup, [RematBudget, RematStrategy]>;
def RematSearchOptions : GroupedOptions<SearchGroup, [
  RematObjective, RematEffort, RematWorkLimit, RematReorder, RematTimeLimit
]>;
def RematStepOptions : GroupedOptions<StepGroup, [
  RematDevice, RematTarget, RematProfile, RematLossResult, RematFunction,
  RematChooseStacks
]>;
def RematReportOptions : GroupedOptions<ReportGroup, [RematReport]>;
def RematPlanOptions : GroupedOptions<PlanGroup, [
  RematPlanIn, RematPlanOut, RematExplain, RematCuts, RematFitHeap,
  RematHostBudget, RematLinkBandwidth
]>;
def RematArenaOptions : GroupedOptions<ArenaGroup, [
  RematArenaAlignment, RematParallelSafe, RematInPlace
]>;
def RematSweepOptions : GroupedOptions<SweepGroup, [
  RematPoints, RematStrategies
]>;

def RematOptions {
  list<GroupedOptions> groups = [
    RematGoalOptions,
    RematSearchOptions,
    RematStepOptions,
    RematReportOptions,
    GroupedOptions<PreparationGroup, [RematFuse]>,
    RematPlanOptions,
    GroupedOptions<ArenaModeGroup, [RematArena]>,
    RematArenaOptions,
    RematSweepOptions,
    GroupedOptions<PlaceGroup, [RematPlacementEffort]>,
    GroupedOptions<PlacementGroup, [
      InPlaceOption<"false">, RematSharing, RematAlignment,
      PlacementEffortOption<"placementEffort", "placement-effort">
    ]>,
    GroupedOptions<KernelGroup, [
      RematChip, RematFeatures, RematToolkit, RematOptimization, RematTf32,
      FormatOption<"Fatbin", "fatbin">, RematLibrary
    ]>,
    GroupedOptions<RunPlacementGroup, [
      InPlaceOption<"false">, RematSharing, RematAlignment
    ]>,
    GroupedOptions<RunKernelGroup, [
      RematChipOfDevice, FormatOption<"Isa", "isa">,
      RematLibrary, RematToolkit
    ]>
  ];
}

// Of the passes that make one plan.
defvar rematPlanOptions = !listconcat(
  RematGoalOptions.members, RematSearchOptions.members,
  RematStepOptions.members, RematReportOptions.members,
  RematPlanOptions.members);

#endif // REMAT_SUPPORT_OPTIONS_TD
