//===- ModuleImageTest.cpp - What a module of kernels says of itself ------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleImage.h"
#include "EmulatedGpu.h"
#include "gtest/gtest.h"

#include <cstring>
#include <elf.h>
#include <random>

using namespace remat::cuda;
using namespace remat::test;

namespace {

/// A cubin with one kernel, one function that is none, and flags.
std::string makeCubin(uint8_t abi, uint32_t flags) {
  const std::string names("\0first\0helper\0", 14);
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_ABIVERSION] = abi;
  header.e_machine = 190;
  header.e_flags = flags;
  header.e_shnum = 3;
  Elf64_Sym symbols[2] = {};
  symbols[0].st_name = 1;
  symbols[0].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  symbols[0].st_other = 0x10;
  symbols[1].st_name = 7;
  symbols[1].st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC);
  Elf64_Shdr sections[3] = {};
  sections[1].sh_type = SHT_STRTAB;
  sections[1].sh_offset = sizeof(header);
  sections[1].sh_size = names.size();
  sections[2].sh_type = SHT_SYMTAB;
  sections[2].sh_link = 1;
  sections[2].sh_offset = sizeof(header) + names.size();
  sections[2].sh_size = sizeof(symbols);
  header.e_shoff = sections[2].sh_offset + sizeof(symbols);
  auto bytes = [](const auto &value) {
    return std::string(reinterpret_cast<const char *>(&value), sizeof(value));
  };
  return bytes(header) + names + bytes(symbols) + bytes(sections);
}

TEST(ModuleImage, PtxNamesItsChipAndEntries) {
  ModuleImage image = readModuleImage(makePtx("sm_90a").c_str());
  EXPECT_EQ(image.kind, ModuleImage::ptx);
  EXPECT_EQ(image.ptxChips, std::vector<int>{90});
  EXPECT_EQ(image.letter, 'a');
  EXPECT_EQ(image.kernels, (std::vector<std::string>{"first", "second"}));
}

TEST(ModuleImage, CubinsNameTheirChipByEitherAbi) {
  for (auto [abi, flags] :
       {std::pair<uint8_t, uint32_t>{7, 0x5a055a}, {8, 0x6005a04}}) {
    std::string cubin = makeCubin(abi, flags);
    ModuleImage image = readModuleImage(cubin.data(), cubin.size());
    EXPECT_EQ(image.kind, ModuleImage::cubin);
    EXPECT_EQ(image.chips, std::vector<int>{90});
    EXPECT_EQ(image.kernels, std::vector<std::string>{"first"});
    // The same without a size.
    EXPECT_EQ(readModuleImage(cubin.data()).kernels, image.kernels);
  }
}

/// A fatbin of a cubin for sm_80 and compressed PTX for sm_100.
std::string makeFatbin() {
  std::string cubin = makeCubin(8, 0x6005004);
  auto number = [](uint64_t value, size_t bytes) {
    return std::string(reinterpret_cast<const char *>(&value), bytes);
  };
  auto entry = [&](uint64_t kind, const std::string &data, uint64_t chip) {
    return number(kind, 2) + number(0x101, 2) + number(64, 4) +
           number(data.size(), 8) + std::string(12, 0) + number(chip, 4) +
           std::string(32, 0) + data;
  };
  std::string entries =
      entry(2, cubin, 80) + entry(1, std::string(40, 'x'), 100);
  return number(0xba55ed50, 4) + number(1, 2) + number(16, 2) +
         number(entries.size(), 8) + entries;
}

TEST(ModuleImage, FatbinsNameEveryChipAndTheKernelsOfACubin) {
  std::string fatbin = makeFatbin();
  ModuleImage image = readModuleImage(fatbin.data());
  EXPECT_EQ(image.kind, ModuleImage::fatbin);
  EXPECT_EQ(image.chips, std::vector<int>{80});
  EXPECT_EQ(image.ptxChips, std::vector<int>{100});
  EXPECT_TRUE(runsOn(image, 86));
  EXPECT_FALSE(runsOn(image, 90)) << "machine code too old, PTX too new";
  EXPECT_TRUE(runsOn(image, 120));
  EXPECT_EQ(image.kernels, std::vector<std::string>{"first"});
}

TEST(ModuleImage, CodeRunsOnItsChipAndPtxOnNewerOnes) {
  auto runs = [](const std::string &image, int chip) {
    return runsOn(readModuleImage(image.data(), image.size() + 1), chip);
  };
  EXPECT_TRUE(runs(makePtx("sm_80"), 80));
  EXPECT_TRUE(runs(makePtx("sm_80"), 100));
  EXPECT_FALSE(runs(makePtx("sm_90"), 80));
  EXPECT_TRUE(runs(makePtx("sm_90a"), 90));
  EXPECT_FALSE(runs(makePtx("sm_90a"), 100));
  std::string cubin = makeCubin(8, 0x6005004);
  EXPECT_TRUE(runs(cubin, 80));
  EXPECT_TRUE(runs(cubin, 86));
  EXPECT_FALSE(runs(cubin, 75));
  EXPECT_FALSE(runs(cubin, 90));
  EXPECT_FALSE(runs("nothing of the kind, but long enough", 90));
}

TEST(ModuleImage, NothingIsReadBeyondTheEndOfABrokenImage) {
  std::mt19937 random(3);
  const std::string all[] = {makeCubin(8, 0x6005004), makeFatbin()};
  for (int i = 0; i < 20000; ++i) {
    const std::string &whole = all[i % 2];
    // On the heap, so that a sanitizer sees what is read.
    std::vector<char> image(whole.begin(), whole.begin() + 16 +
                                               random() % (whole.size() - 15));
    for (int changes = random() % 6; changes > 0; --changes)
      image[4 + random() % (image.size() - 4)] = static_cast<char>(random());
    ModuleImage read = readModuleImage(image.data(), image.size());
    EXPECT_LE(read.kernels.size(), image.size());
  }
  char fatbin[64] = "\x50\xed\x55\xba";
  for (int i = 0; i < 20000; ++i) {
    for (size_t at = 4; at < sizeof(fatbin); ++at)
      fatbin[at] = static_cast<char>(random() % 3 ? 0 : random());
    EXPECT_LE(readModuleImage(fatbin, sizeof(fatbin)).chips.size(), 64u);
  }
}

} // namespace
