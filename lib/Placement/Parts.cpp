//===- Parts.cpp - What can be placed on its own --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

/// Numbers for the sections such that no buffer is alive from one number to the
/// next.
static std::vector<uint32_t> getSpans(const Model &model) {
  // How many stay alive from the section before.
  std::vector<uint32_t> span(model.getNumSections() + 1, 0);
  for (uint32_t i = 0; i < model.getNumBuffers(); ++i)
    for (SectionRange range : model.getRanges(i)) {
      ++span[range.lower + 1];
      --span[range.upper];
    }
  uint32_t alive = 0, current = 0;
  for (size_t section = 0; section < span.size(); ++section) {
    alive += span[section];
    if (section > 0 && alive == 0)
      ++current;
    span[section] = current;
  }
  return span;
}

std::vector<Part> placement::splitIntoParts(const Problem &problem) {
  const Model model(problem);
  const std::vector<uint32_t> spans = getSpans(model);
  auto spanOf = [&](uint32_t buffer) {
    return spans[model.getHull(buffer).lower];
  };
  IntEqClasses classes(spans.empty() ? 0 : spans.back() + 1);
  for (uint32_t i = 0; i < model.getNumBuffers(); ++i)
    for (SectionRange range : model.getRanges(i))
      classes.join(spanOf(i), spans[range.lower]);
  for (auto [a, b] : problem.conflicts)
    classes.join(spanOf(a), spanOf(b));
  classes.compress();

  std::vector<Part> parts(classes.getNumClasses());
  std::vector<uint32_t> positions(model.getNumBuffers());
  for (uint32_t i = 0; i < model.getNumBuffers(); ++i) {
    Part &part = parts[classes[spanOf(i)]];
    positions[i] = part.buffers.size();
    part.buffers.push_back(i);
    part.problem.buffers.push_back(problem.buffers[i]);
  }
  for (auto [a, b] : problem.conflicts)
    parts[classes[spanOf(a)]].problem.conflicts.push_back(
        {positions[a], positions[b]});
  // Spans in which nothing is alive.
  llvm::erase_if(parts, [](const Part &part) { return part.buffers.empty(); });
  for (Part &part : parts)
    part.lowerBound = Model(part.problem).getLowerBound();
  return parts;
}
