/* Determines the length of an image: an ELF file ends with the last part that its headers describe, a
 * fat binary states its size, and any other image is text that ends with a NUL. */
#include "image.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>

/* Magic numbers of fat binaries and of the structure that wraps one: LLVM 19,
 * clang/lib/CodeGen/CGCUDANV.cpp (CudaFatMagic) and llvm/lib/Object/OffloadBinary.cpp; the header after
 * it is that of the files of fatbinary (CUDA 12). */
#define FAT_BINARY 0xBA55ED50u
#define FAT_BINARY_WRAPPER 0x466243B1u

/* Longest image, in bytes. */
#define LONGEST (1u << 29)

struct fat_binary {
    uint32_t magic;
    uint16_t version;
    uint16_t header_size;
    uint64_t size;
};

struct fat_binary_wrapper {
    uint32_t magic;
    uint32_t version;
    const void *image;
};

static uint64_t later(uint64_t end, uint64_t offset, uint64_t size) {
    if (offset > LONGEST || size > LONGEST) {
        return LONGEST + 1u;
    }
    return offset + size > end ? offset + size : end;
}

static uint64_t elf_size(const unsigned char *image) {
    Elf64_Ehdr header;
    memcpy(&header, image, sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64) {
        return 0;
    }
    uint64_t end = sizeof header;
    uint64_t sections = (uint64_t)header.e_shnum * sizeof(Elf64_Shdr);
    end = later(end, header.e_shoff, sections);
    end = later(end, header.e_phoff, (uint64_t)header.e_phnum * sizeof(Elf64_Phdr));
    for (unsigned i = 0; i < header.e_shnum && end <= LONGEST; i++) {
        Elf64_Shdr section;
        memcpy(&section, image + header.e_shoff + i * sizeof section, sizeof section);
        if (section.sh_type != SHT_NOBITS) {
            end = later(end, section.sh_offset, section.sh_size);
        }
    }
    return end;
}

size_t image_size(const void **image) {
    uint32_t magic;
    if (memcmp(*image, "\177", 1) == 0) {
        uint64_t size = memcmp(*image, ELFMAG, SELFMAG) == 0 ? elf_size(*image) : 0;
        return size > LONGEST ? 0 : (size_t)size;
    }
    size_t text = strnlen(*image, sizeof magic);
    if (text < sizeof magic) {
        return text;
    }
    memcpy(&magic, *image, sizeof magic);
    if (magic == FAT_BINARY_WRAPPER) {
        struct fat_binary_wrapper wrapper;
        memcpy(&wrapper, *image, sizeof wrapper);
        *image = wrapper.image;
        memcpy(&magic, *image, sizeof magic);
    }
    if (magic == FAT_BINARY) {
        struct fat_binary header;
        memcpy(&header, *image, sizeof header);
        return header.size > LONGEST ? 0 : header.header_size + (size_t)header.size;
    }
    return strnlen(*image, LONGEST);
}
