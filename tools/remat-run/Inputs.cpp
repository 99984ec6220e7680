//===- Inputs.cpp - What a step is run on ---------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Elements.h"
#include "NpyValues.h"
#include "ValueNames.h"

#include "mlir/Support/DebugStringHelper.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Parallel.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::remat;

namespace {
/// Numbers in [low, high), or, if both are the same text, that one.
struct Range {
  StringRef low, high;
  bool isConstant() const { return low.data() == high.data(); }
};

/// A range in the type of an argument.
struct BoundRange {
  double low = 0, high = 0;
  /// The ends among the numbers of the type, of a range that was given: a
  /// number in it may round to one outside.
  std::optional<std::pair<double, double>> floats;
  int64_t firstInteger = 0, endInteger = 0;
  bool isConstant = false;
};
} // namespace

/// One flag.
struct Inputs::Request {
  explicit Request(StringRef flag) : flag(flag) {}

  llvm::Error parse();
  llvm::Error open(StringRef file);
  llvm::Error bind(const TensorSpec &spec);
  llvm::Error bindRange(const TensorSpec &spec);
  llvm::Error fail(const Twine &text) const {
    return llvm::createStringError("--input=" + flag + ": " + text);
  }

  std::string flag;
  StringRef key;
  /// The file or the range.
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  NpyArray array;
  Range range;
  /// As of bind.
  std::optional<unsigned> position;
  std::vector<char> data;
  BoundRange bound;
};

Inputs::Inputs() = default;
Inputs::Inputs(Inputs &&) = default;
Inputs::~Inputs() = default;

llvm::Error Inputs::Request::open(StringRef file) {
  // Read, not mapped: --output may write the file before --compare binds its
  // contents again.
  auto opened = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/true,
                                            /*IsVolatile=*/true);
  if (!opened)
    return fail("cannot open '" + file + "': " + opened.getError().message());
  buffer = std::move(*opened);
  llvm::Expected<NpyArray> parsed = parseNpy(buffer->getBuffer());
  if (!parsed)
    return fail("'" + file +
                "' cannot be read: " + llvm::toString(parsed.takeError()));
  array = std::move(*parsed);
  return llvm::Error::success();
}

llvm::Error Inputs::Request::parse() {
  auto [name, value] = StringRef(flag).split('=');
  key = name;
  if (key.empty() || value.empty())
    return fail("is no KEY=VALUE; the key is an argument's position or name, "
                "the value FILE.npy, uniform:LOW,HIGH or a number");
  if (value.ends_with(".npy"))
    return open(value);
  double number;
  if (value.consume_front("uniform:")) {
    std::tie(range.low, range.high) = value.split(',');
    double high;
    if (range.low.getAsDouble(number) || range.high.getAsDouble(high) ||
        !std::isfinite(number) || !std::isfinite(high))
      return fail("has no two finite numbers; write uniform:LOW,HIGH, such as "
                  "uniform:0,1");
    if (number >= high)
      return fail("is empty: its low end " + range.low +
                  " is not below its high end " + range.high +
                  ", which is excluded");
    return llvm::Error::success();
  }
  if (value.getAsDouble(number))
    return fail("'" + value +
                "' is no value; FILE.npy, uniform:LOW,HIGH and numbers are");
  range = {value, value};
  return llvm::Error::success();
}

llvm::Expected<Inputs> Inputs::create(ArrayRef<std::string> flags) {
  Inputs inputs;
  for (const std::string &flag : flags) {
    auto request = std::make_unique<Request>(flag);
    if (llvm::Error error = request->parse())
      return std::move(error);
    for (const auto &other : inputs.requests)
      if (other->key == request->key)
        return request->fail("gives argument '" + request->key +
                             "' again, after --input=" + other->flag +
                             "; leave one of them out");
    inputs.requests.push_back(std::move(request));
  }
  return std::move(inputs);
}

llvm::Error Inputs::Request::bindRange(const TensorSpec &spec) {
  bound.isConstant = range.isConstant();
  (void)range.low.getAsDouble(bound.low);
  (void)range.high.getAsDouble(bound.high);
  if (spec.isFloat()) {
    for (double end : {bound.low, bound.high})
      if (!holdsFloat(spec, end))
        return fail((end == bound.low ? range.low : range.high) +
                    " is not among the numbers of " +
                    debugString(spec.numberType()) +
                    ", which the argument has; give one that is");
    if (bound.isConstant)
      return llvm::Error::success();
    bound.floats = getFloatsWithin(spec, bound.low, bound.high);
    if (!bound.floats)
      return fail("has no number of " + debugString(spec.numberType()) +
                  ", which the argument has; give a wider one");
    return llvm::Error::success();
  }
  const auto [low, high] = getIntegerLimits(spec);
  for (auto [text, value] : {std::pair(range.low, &bound.firstInteger),
                             std::pair(range.high, &bound.endInteger)})
    if (text.getAsInteger(10, *value))
      return fail(text + " is no integer, but the argument is " + spec.str());
  const int64_t last =
      bound.isConstant ? bound.endInteger : bound.endInteger - 1;
  const bool isOutside = bound.firstInteger < low || last > high;
  if (isOutside && bound.isConstant)
    return fail(range.low + " is not among the integers of " +
                debugString(spec.element) + ", which holds " + Twine(low) +
                " to " + Twine(high));
  if (isOutside)
    return fail("has the integers from " + Twine(bound.firstInteger) + " to " +
                Twine(last) + ", but " + debugString(spec.element) + " holds " +
                Twine(low) + " to " + Twine(high));
  return llvm::Error::success();
}

llvm::Error Inputs::Request::bind(const TensorSpec &spec) {
  if (!buffer)
    return bindRange(spec);
  llvm::Expected<std::vector<char>> bytes = fromNpy(array, spec);
  if (!bytes)
    return fail(llvm::toString(bytes.takeError()));
  data = std::move(*bytes);
  return llvm::Error::success();
}

llvm::Error Inputs::bind(const Signature &signature) {
  const std::vector<TensorSpec> &arguments = signature.arguments;
  for (const auto &request : requests) {
    if (!request->position) {
      llvm::Expected<unsigned> found = findByKey(
          "--input=" + request->flag, request->key, "argument", arguments);
      if (!found)
        return found.takeError();
      if (const Request *other = find(*found))
        return request->fail("gives argument " + Twine(*found) +
                             " again, after --input=" + other->flag +
                             "; leave one of them out");
      request->position = *found;
    }
    if (*request->position >= arguments.size())
      return request->fail("there is no argument " + Twine(*request->position));
    if (llvm::Error error = request->bind(arguments[*request->position]))
      return error;
  }
  return llvm::Error::success();
}

const Inputs::Request *Inputs::find(uint64_t position) const {
  for (const auto &request : requests)
    if (request->position == position)
      return request.get();
  return nullptr;
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood: "Fast splittable
/// pseudorandom number generators", 2014): a bijection that mixes all bits.
static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// The number `unit`, in [0, 1), of the way through `range`.
static double getFloat(const BoundRange &range, double unit) {
  const double width = range.high - range.low;
  const double value = std::isfinite(width)
                           ? range.low + width * unit
                           : range.low * (1 - unit) + range.high * unit;
  return range.floats
             ? std::clamp(value, range.floats->first, range.floats->second)
             : value;
}

/// The range of what is made up without a word about it.
static BoundRange getUsualRange(const TensorSpec &spec) {
  BoundRange range;
  range.firstInteger = spec.low;
  range.endInteger = spec.high;
  range.low = 0.5;
  range.high = 1.5;
  // A type without a sign (f8E8M0FNU) has no numbers around zero.
  if (spec.shape.size() < 2 || !spec.isFloat() || !holdsFloat(spec, -1))
    return range;
  int64_t fanIn = 1;
  for (int64_t dim : llvm::ArrayRef<int64_t>(spec.shape).drop_back())
    fanIn *= std::max<int64_t>(dim, 1);
  range.high = std::sqrt(3.0 / static_cast<double>(fanIn));
  range.low = -range.high;
  return range;
}

void Inputs::fill(const TensorSpec &spec, uint64_t seed, uint64_t position,
                  char *data) const {
  const Request *request = find(position);
  if (request && request->buffer) {
    llvm::copy(request->data, data);
    return;
  }
  const BoundRange range = request ? request->bound : getUsualRange(spec);
  const uint64_t first = static_cast<uint64_t>(range.firstInteger);
  const uint64_t span = static_cast<uint64_t>(range.endInteger) - first;
  constexpr uint64_t golden = 0x9e3779b97f4a7c15u;
  uint64_t key = mix(mix(seed + golden) + (position + 1) * golden);
  auto fillOne = [&](int64_t i) {
    uint64_t bits = mix(key + static_cast<uint64_t>(i) * golden);
    // A constant is a real number.
    const bool isZero = range.isConstant && i % spec.numbersPerElement() != 0;
    double unit = static_cast<double>(bits >> 11) * 0x1p-53;
    if (!spec.isFloat())
      setInteger(
          spec,
          static_cast<int64_t>(range.isConstant ? first : first + bits % span),
          data, i);
    else if (range.isConstant)
      setFloat(spec, isZero ? 0 : range.low, data, i);
    else
      setFloat(spec, getFloat(range, unit), data, i);
  };
  // A number depends on its index alone, and has bytes of its own.
  constexpr int64_t chunk = 1 << 16;
  auto fillChunk = [&](size_t index) {
    const int64_t begin = static_cast<int64_t>(index) * chunk;
    const int64_t end = std::min(begin + chunk, spec.numNumbers());
    for (int64_t i = begin; i < end; ++i)
      fillOne(i);
  };
  // Threads for a scalar would take longer than the scalar.
  if (spec.numNumbers() <= chunk)
    fillChunk(0);
  else
    llvm::parallelFor(0, llvm::divideCeil(spec.numNumbers(), chunk), fillChunk);
}
