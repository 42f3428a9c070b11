/* Determines the length of an image: an ELF file ends with the last part that its headers describe, a
 * fat binary states its size, and any other image is text that ends with a NUL. */
#include "image.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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
    const void *const *units; /* if the version is LINKED: fat binaries up to a null */
};

/* fatbinary_section.h of CUDA 13.0, FATBINC_LINK_VERSION. */
#define LINKED 2

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
        const struct fat_binary_wrapper *wrapper = *image;
        *image = wrapper->image;
        memcpy(&magic, *image, sizeof magic);
    }
    if (magic == FAT_BINARY) {
        struct fat_binary header;
        memcpy(&header, *image, sizeof header);
        return header.size > LONGEST ? 0 : header.header_size + (size_t)header.size;
    }
    return strnlen(*image, LONGEST);
}

/* The length of a fat binary; 0 if it is none. */
static size_t fat_binary_size(const void *bytes) {
    uint32_t magic;
    memcpy(&magic, bytes, sizeof magic);
    return magic == FAT_BINARY ? image_size(&bytes) : 0;
}

void *image_with_units(const void *image, size_t *size) {
    const struct fat_binary_wrapper *wrapper = image;
    if (strnlen(image, sizeof wrapper->magic) < sizeof wrapper->magic || wrapper->magic != FAT_BINARY_WRAPPER ||
         wrapper->version != LINKED || wrapper->units == NULL) {
        return NULL;
    }
    size_t total = fat_binary_size(wrapper->image);
    for (const void *const *unit = wrapper->units; *unit != NULL; unit++) {
        total += fat_binary_size(*unit);
    }
    char *bytes = total > LONGEST ? NULL : malloc(total + 1);
    *size = 0;
    if (bytes != NULL) {
        *size = fat_binary_size(wrapper->image);
        memcpy(bytes, wrapper->image, *size);
        for (const void *const *unit = wrapper->units; *unit != NULL; unit++) {
            size_t length = fat_binary_size(*unit);
            memcpy(bytes + *size, *unit, length);
            *size += length;
        }
    }
    return bytes;
}

unsigned char *image_read(const char *name, size_t *size) {
    FILE *file = fopen(name, "rbe");
    unsigned char *bytes = NULL;
    if (file == NULL) {
        return NULL;
    }
    if (fseek(file, 0, SEEK_END) == 0) {
        long length = ftell(file);
        bytes = length < 0 || length > (long)LONGEST ? NULL : malloc((size_t)length + 1);
        rewind(file);
        *size = bytes == NULL ? 0 : fread(bytes, 1, (size_t)length, file);
    }
    fclose(file);
    return bytes;
}
