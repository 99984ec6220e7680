//===- ModuleImage.cpp - What a module of kernels says of itself ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleImage.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <elf.h>

namespace remat::cuda {
namespace {

constexpr uint16_t kMachineCuda = 190;
constexpr uint32_t kFatbinMagic = 0xba55ed50;
/// Symbols of type function that a launch can name (STO_CUDA_ENTRY).
constexpr unsigned char kEntryMark = 0x10;

/// Bytes that may be read, with checks against their end.
struct Bytes {
  const char *data;
  uint64_t size;

  template <typename T> bool read(uint64_t offset, T &value) const {
    if (offset > size || size - offset < sizeof(T))
      return false;
    std::memcpy(&value, data + offset, sizeof(T));
    return true;
  }
  std::string string(uint64_t offset) const {
    std::string text;
    for (; offset < size && data[offset]; ++offset)
      text.push_back(data[offset]);
    return text;
  }
};

/// `sm_90a` at `text`: 90, and the letter that follows, else 0.
int readChip(const std::string &text, size_t at, char &letter) {
  if (text.compare(at, 3, "sm_") != 0)
    return 0;
  char *end = nullptr;
  long chip = std::strtol(text.c_str() + at + 3, &end, 10);
  letter = *end == 'a' || *end == 'f' ? *end : '\0';
  return static_cast<int>(chip);
}

void readPtx(const std::string &text, ModuleImage &image) {
  image.kind = ModuleImage::ptx;
  size_t target = text.find(".target");
  if (target != std::string::npos) {
    size_t at = text.find_first_not_of(" \t", target + std::strlen(".target"));
    if (at != std::string::npos)
      if (int chip = readChip(text, at, image.letter))
        image.ptxChips.push_back(chip);
  }
  const char *entry = ".entry";
  for (size_t at = text.find(entry); at != std::string::npos;
       at = text.find(entry, at + 1)) {
    size_t begin = text.find_first_not_of(" \t\r\n", at + std::strlen(entry));
    if (begin == std::string::npos)
      break;
    size_t end = text.find_first_of("( \t\r\n", begin);
    image.kernels.push_back(text.substr(begin, end - begin));
  }
}

/// The end of an ELF file that says no size: the last section's or the
/// section table's.
uint64_t sizeOfElf(const Elf64_Ehdr &header) {
  return header.e_shoff + uint64_t(header.e_shnum) * sizeof(Elf64_Shdr);
}

void readCubin(Bytes file, const Elf64_Ehdr &header, ModuleImage &image) {
  image.kind = ModuleImage::cubin;
  // Since the ABI's version 8 the chip stands in the second byte.
  bool isNewer = header.e_ident[EI_ABIVERSION] >= 8;
  image.chips.push_back((header.e_flags >> (isNewer ? 8 : 0)) & 0xff);

  auto section = [&](uint64_t index, Elf64_Shdr &found) {
    return index < header.e_shnum &&
           file.read(header.e_shoff + index * sizeof(Elf64_Shdr), found);
  };
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr symbols, names;
    if (!section(i, symbols) || symbols.sh_type != SHT_SYMTAB ||
        !section(symbols.sh_link, names))
      continue;
    for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= symbols.sh_size;
         at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      if (!file.read(symbols.sh_offset + at, symbol))
        break;
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC &&
          (symbol.st_other & kEntryMark))
        image.kernels.push_back(file.string(names.sh_offset + symbol.st_name));
    }
  }
}

/// The header of a fatbin and of each of the pieces in it.
struct FatbinHeader {
  uint32_t magic;
  uint16_t version;
  uint16_t headerBytes;
  uint64_t bytes;
};
struct FatbinEntry {
  uint16_t kind;
  uint16_t version;
  uint32_t headerBytes;
  uint64_t bytes;
  uint32_t ignored[3];
  uint32_t chip;
};

/// The kernels of a cubin in a fatbin; each chip's has the same.
void addKernels(Bytes file, uint64_t offset, uint64_t bytes,
                ModuleImage &image) {
  Elf64_Ehdr elf;
  if (!image.kernels.empty() || !file.read(offset, elf) ||
      std::memcmp(elf.e_ident, ELFMAG, SELFMAG) != 0)
    return;
  ModuleImage piece;
  readCubin({file.data + offset, std::min(bytes, file.size - offset)}, elf,
            piece);
  image.kernels = std::move(piece.kernels);
}

void readFatbin(Bytes file, const FatbinHeader &header, ModuleImage &image) {
  constexpr uint16_t kPtxEntry = 1;
  image.kind = ModuleImage::fatbin;
  FatbinEntry entry;
  for (uint64_t at = header.headerBytes; file.read(at, entry);) {
    (entry.kind == kPtxEntry ? image.ptxChips : image.chips)
        .push_back(static_cast<int>(entry.chip));
    addKernels(file, at + entry.headerBytes, entry.bytes, image);
    if (entry.headerBytes == 0 || entry.bytes > file.size)
      break;
    at += entry.headerBytes + entry.bytes;
  }
}

} // namespace

ModuleImage readModuleImage(const void *data, size_t bytes) {
  ModuleImage image;
  const char *text = static_cast<const char *>(data);
  if (!text || (bytes && bytes < sizeof(FatbinHeader)))
    return image;
  // The shortest PTX is longer than this, but only it may end early.
  if (std::isspace(static_cast<unsigned char>(text[0])) || text[0] == '/' ||
      text[0] == '.') {
    std::string ptx(text, bytes ? strnlen(text, bytes) : std::strlen(text));
    if (ptx.find(".version") != std::string::npos)
      readPtx(ptx, image);
    return image;
  }
  Elf64_Ehdr elf;
  FatbinHeader fatbin;
  if (std::memcmp(text, ELFMAG, SELFMAG) == 0) {
    if (bytes && bytes < sizeof(elf))
      return image;
    std::memcpy(&elf, text, sizeof(elf));
    if (elf.e_machine == kMachineCuda && elf.e_ident[EI_CLASS] == ELFCLASS64)
      readCubin({text, bytes ? bytes : sizeOfElf(elf)}, elf, image);
    return image;
  }
  uint32_t magic;
  std::memcpy(&magic, text, sizeof(magic));
  if (magic == kFatbinMagic) {
    std::memcpy(&fatbin, text, sizeof(fatbin));
    uint64_t size = fatbin.headerBytes + fatbin.bytes;
    readFatbin({text, bytes ? std::min<uint64_t>(bytes, size) : size}, fatbin,
               image);
  }
  return image;
}

bool runsOn(const ModuleImage &image, int capability) {
  if (image.kind == ModuleImage::unknown)
    return false;
  // What says nothing of chips is left to the driver.
  if (image.chips.empty() && image.ptxChips.empty())
    return true;
  auto runsCode = [&](int chip) {
    return chip <= capability && chip / 10 == capability / 10;
  };
  auto runsPtx = [&](int chip) {
    return image.letter ? chip == capability : chip <= capability;
  };
  return std::any_of(image.chips.begin(), image.chips.end(), runsCode) ||
         std::any_of(image.ptxChips.begin(), image.ptxChips.end(), runsPtx);
}

} // namespace remat::cuda
