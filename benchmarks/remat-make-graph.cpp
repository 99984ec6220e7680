//===- remat-make-graph.cpp - Generated training steps as graph files -===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   remat-make-graph --kind=transformer --ops=10000 --seed=1 -o graph.json
//
// Writes what the benchmarks plan for as a file for remat-plan.
//
//===----------------------------------------------------------------------===//

#include "LayeredGraphs.h"

#include "remat/Planner/GraphIO.h"
#include "remat/Support/FatalErrors.h"
#include "remat/Support/OutputFile.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::remat::planner;

static cl::OptionCategory category("remat-make-graph options");

static cl::opt<LayeredKind> kind(
    "kind", cl::Required, cl::desc("What the network is like:"),
    cl::values(clEnumValN(LayeredKind::Residual, "residual",
                          "residual blocks in stages, as ResNet"),
               clEnumValN(LayeredKind::Dense, "dense",
                          "layers that read all before them, as DenseNet"),
               clEnumValN(LayeredKind::UShaped, "u-shaped",
                          "down and up with concatenations across, as U-Net"),
               clEnumValN(LayeredKind::Transformer, "transformer",
                          "attention and feed-forward blocks, as GPT-2"),
               clEnumValN(LayeredKind::LSTM, "lstm", "an LSTM, unrolled"),
               clEnumValN(LayeredKind::GRU, "gru", "a GRU, unrolled"),
               clEnumValN(LayeredKind::TreeLSTM, "tree-lstm",
                          "a binary tree of LSTM cells"),
               clEnumValN(LayeredKind::EncoderDecoder, "encoder-decoder",
                          "two LSTMs, the second with attention to the first")),
    cl::cat(category));

static cl::opt<int64_t> ops("ops", cl::init(1000), cl::value_desc("count"),
                            cl::desc("About how many ops, forward and backward "
                                     "(default: 1000)"),
                            cl::cat(category));

static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("number"),
         cl::desc("Which of the graphs of that kind (default: 1)"),
         cl::cat(category));

static cl::opt<std::string> outputPath("o", cl::init("-"),
                                       cl::value_desc("file"),
                                       cl::desc("Where to write (default: "
                                                "stdout)"),
                                       cl::cat(category));

int main(int argc, char **argv) {
  mlir::remat::prettifyFatalErrors();
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv, "Generates training steps as graph files for remat-plan.\n");
  auto fail = [](Error error) {
    WithColor::error(errs(), "remat-make-graph")
        << toString(std::move(error)) << "\n";
    return 1;
  };

  Expected<Graph> graph = makeLayeredGraph(kind, ops, seed);
  if (!graph)
    return fail(graph.takeError());
  graph->name =
      (stringifyLayeredKind(kind) + "-" + Twine(ops) + "-seed-" + Twine(seed))
          .str();
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os);
  writeGraph(*graph, json);
  os << "\n";
  if (Error error = mlir::remat::writeOutputFile(outputPath, text))
    return fail(std::move(error));
  return 0;
}
