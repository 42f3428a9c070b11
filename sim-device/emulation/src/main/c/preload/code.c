/* Finds the functions of NVIDIA's runtime in a stripped file.
 *
 * A function of the runtime tells tools its name (CUPTI, `CUpti_CallbackData::functionName`), so its code refers to the
 * characters of the name, or to a pointer to them. The unwinding table has the starts of all functions (System V ABI for
 * x86-64, 4.2.4; Linux Standard Base, 10.6.2), also in a stripped file. The functions that nvcc's code calls to register
 * kernels tell no names; they lie around __cudaInitModule, which does, in the order of libcudart_static.a (symbols
 * of 13.0; the code of libraries of 12.6 has functions of the same sizes). */
#define _GNU_SOURCE
#include "code.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of code behind __cudaInitModule in which the runtime lies: it has 0.6 MiB in release 13.0. */
enum { RUNTIME_BYTES = 1 << 20 };

static const char anchor_name[] = "__cudaInitModule";
static const char imported_name[] = "__cudaRegisterFatBinary";

/* Only release 11 and older have this function, which tells its name. */
static const char older_name[] = "cudaBindTexture";

/* From the functions before the anchor to those behind it. */
static const char *const silent[] = {
    "cudaGetExportTable",    "__cudaRegisterFatBinary",     "__cudaRegisterFatBinaryEnd", "__cudaUnregisterFatBinary",
    "__cudaRegisterVar",     "__cudaRegisterManagedVar",    "__cudaRegisterHostVar",      "__cudaRegisterFunction",
    anchor_name,             "__cudaPushCallConfiguration", "__cudaPopCallConfiguration", "__cudaGetKernel",
    "__cudaLaunchKernel",    "__cudaLaunchKernel_ptsz"};

/* The last two of release 12 and newer jump to others. Release 12.0 lacks the last three. */
enum { SILENT = sizeof silent / sizeof *silent, ANCHOR = 8, SILENT_IN_12_0 = SILENT - 3, JUMP_BYTES = 16 };

/* In libcudart_static.a of release 11.8. */
static const char *const silent_in_11[] = {
    "cudaGetExportTable",    "__cudaRegisterFatBinary",  "__cudaRegisterFatBinaryEnd", "__cudaUnregisterFatBinary",
    "__cudaRegisterVar",     "__cudaRegisterManagedVar", "__cudaRegisterHostVar",      "__cudaRegisterTexture",
    "__cudaRegisterSurface", "__cudaRegisterFunction",   anchor_name,                  "__cudaPushCallConfiguration",
    "__cudaPopCallConfiguration"};

enum { SILENT_IN_11 = sizeof silent_in_11 / sizeof *silent_in_11, ANCHOR_IN_11 = 10 };

struct section {
    const unsigned char *bytes; /* null if the file has none */
    Elf64_Addr address;
    size_t size;
};

struct file {
    const unsigned char *bytes;
    size_t size;
    struct section text;
    struct section constants;
    struct section relocations;
    struct section unwinding;
    struct section imports;
};

/* What code can refer to: a name, or a pointer to it. */
struct target {
    Elf64_Addr address;
    const char *name;
};

struct targets {
    struct target *list; /* in the order of addresses */
    size_t count;
    size_t room;
};

static int read_section(const struct file *file, const Elf64_Shdr *header, struct section *section) {
    if (header->sh_type == SHT_NOBITS || header->sh_offset > file->size ||
        header->sh_size > file->size - header->sh_offset) {
        return -1;
    }
    *section = (struct section){file->bytes + header->sh_offset, header->sh_addr, header->sh_size};
    return 0;
}

static struct section *section_of(struct file *file, const char *name) {
    return strcmp(name, ".text") == 0           ? &file->text
           : strcmp(name, ".rodata") == 0       ? &file->constants
           : strcmp(name, ".rela.dyn") == 0     ? &file->relocations
           : strcmp(name, ".eh_frame_hdr") == 0 ? &file->unwinding
           : strcmp(name, ".dynstr") == 0       ? &file->imports
                                                : NULL;
}

static int read_sections(struct file *file) {
    const Elf64_Ehdr *header = (const void *)file->bytes;
    struct section names;
    if (file->size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != EM_X86_64 || header->e_type != ET_DYN ||
        header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shoff % 8 != 0 || header->e_shoff > file->size ||
        header->e_shnum > (file->size - header->e_shoff) / sizeof(Elf64_Shdr) ||
        header->e_shstrndx >= header->e_shnum) {
        return -1;
    }
    const Elf64_Shdr *headers = (const void *)(file->bytes + header->e_shoff);
    if (read_section(file, headers + header->e_shstrndx, &names) != 0 || names.size == 0 ||
        names.bytes[names.size - 1] != '\0') {
        return -1;
    }
    for (const Elf64_Shdr *each = headers; each < headers + header->e_shnum; each++) {
        struct section *found =
            each->sh_name < names.size ? section_of(file, (const char *)names.bytes + each->sh_name) : NULL;
        if (found != NULL && read_section(file, each, found) != 0) {
            return -1;
        }
    }
    return file->text.bytes == NULL || file->constants.bytes == NULL || file->unwinding.bytes == NULL ? -1 : 0;
}

/* A list with room for more elements; null if there is no memory. */
static void *grown(void *list, size_t *room, size_t element) {
    size_t more = 2 * *room + 1024;
    void *larger = realloc(list, more * element);
    *room = larger == NULL ? *room : more;
    return larger;
}

static int add_target(struct targets *targets, Elf64_Addr address, const char *name) {
    if (targets->count == targets->room) {
        struct target *list = grown(targets->list, &targets->room, sizeof *list);
        if (list == NULL) {
            return -1;
        }
        targets->list = list;
    }
    targets->list[targets->count++] = (struct target){address, name};
    return 0;
}

static int is_name(const char *name) {
    size_t stem = strncmp(name, "__cuda", 6) == 0 ? 6 : strncmp(name, "cuda", 4) == 0 ? 4 : 0;
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    return stem != 0 && name[stem] >= 'A' && name[stem] <= 'Z' && name[strspn(name, letters)] == '\0';
}

/* Alignment in bytes of an array of as many characters or more (System V ABI for x86-64, 3.1.2). */
enum { ARRAY_ALIGNMENT = 16 };

/* Adds the names in the constants, each behind a NUL, or aligned: behind a table, as in cuBLAS 12.1. */
static int add_names(struct targets *targets, const struct section *constants) {
    const char *at = (const char *)constants->bytes;
    const char *end = at + constants->size;
    while (at < end && end[-1] != '\0') {
        end--;
    }
    while ((at = memmem(at, (size_t)(end - at), "cuda", 4)) != NULL) {
        const char *start = at - (const char *)constants->bytes > 2 && at[-1] == '_' && at[-2] == '_' ? at - 2 : at;
        size_t offset = (size_t)(start - (const char *)constants->bytes);
        int is_start = offset > 0 && (start[-1] == '\0' || (constants->address + offset) % ARRAY_ALIGNMENT == 0);
        if (is_start && is_name(start) &&
            add_target(targets, constants->address + offset, start) != 0) {
            return -1;
        }
        at += strlen(at);
    }
    return 0;
}

static int by_address(const void *left, const void *right) {
    Elf64_Addr a = *(const Elf64_Addr *)left;
    Elf64_Addr b = *(const Elf64_Addr *)right;
    return (a > b) - (a < b);
}

/* Of the first `count` targets, which are in the order of addresses. */
static const struct target *find_target(const struct targets *targets, size_t count, Elf64_Addr address) {
    return bsearch(&address, targets->list, count, sizeof *targets->list, by_address);
}

/* Adds the pointers to names, which the dynamic linker relocates. */
static int add_pointers(struct targets *targets, const struct section *relocations) {
    size_t names = targets->count;
    for (size_t at = 0; at + sizeof(Elf64_Rela) <= relocations->size; at += sizeof(Elf64_Rela)) {
        Elf64_Rela each;
        memcpy(&each, relocations->bytes + at, sizeof each);
        const struct target *name = ELF64_R_TYPE(each.r_info) == R_X86_64_RELATIVE
                                        ? find_target(targets, names, (Elf64_Addr)each.r_addend)
                                        : NULL;
        if (name != NULL && add_target(targets, each.r_offset, name->name) != 0) {
            return -1;
        }
    }
    qsort(targets->list, targets->count, sizeof *targets->list, by_address);
    return 0;
}

/* The starts of functions: a table of pairs of 32-bit offsets, sorted. */
struct starts {
    const unsigned char *pairs;
    Elf64_Addr base;
    size_t count;
};

enum { PAIR = 8 };

static Elf64_Addr start_at(const struct starts *starts, size_t index) {
    int32_t offset;
    memcpy(&offset, starts->pairs + index * PAIR, sizeof offset);
    return starts->base + (Elf64_Addr)(int64_t)offset;
}

/* The header has 12 bytes: version, encodings of a pointer (4 bytes), of the count (udata4) and of the table (datarel |
 * sdata4), the pointer and the count. */
static int read_starts(struct starts *starts, const struct section *unwinding) {
    uint32_t count;
    if (unwinding->size < 12 || unwinding->bytes[0] != 1 || unwinding->bytes[2] != 0x03 ||
        unwinding->bytes[3] != 0x3b) {
        return -1;
    }
    memcpy(&count, unwinding->bytes + 8, sizeof count);
    if (count == 0 || count > (unwinding->size - 12) / PAIR) {
        return -1;
    }
    *starts = (struct starts){unwinding->bytes + 12, unwinding->address, count};
    return 0;
}

/* The index of the function that contains an address; -1 if it lies before all. */
static ptrdiff_t function_at(const struct starts *starts, Elf64_Addr address) {
    size_t from = 0;
    size_t to = starts->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (start_at(starts, middle) <= address) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return (ptrdiff_t)from - 1;
}

/* Bytes up to the displacement of an instruction with an operand relative to RIP: `lea` or `mov` to a register, or
 * `movq` to a vector register; 0 for others. At least 8 bytes are readable. */
static size_t displacement_at(const unsigned char *code) {
    int is_wide = (code[0] & 0xfb) == 0x48 && (code[1] == 0x8d || code[1] == 0x8b);
    int is_vector = code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x7e;
    size_t length = is_wide ? 3 : is_vector ? 4 : 0;
    return length != 0 && (code[length - 1] & 0xc7) == 0x05 ? length : 0;
}

/* A name that a function refers to. */
struct reference {
    size_t function;
    const char *name;
};

struct references {
    struct reference *list;
    size_t count;
    size_t room;
};

static int add_reference(struct references *references, size_t function, const char *name) {
    for (size_t i = references->count; i > 0 && references->list[i - 1].function == function; i--) {
        if (references->list[i - 1].name == name) {
            return 0;
        }
    }
    if (references->count == references->room) {
        struct reference *list = grown(references->list, &references->room, sizeof *list);
        if (list == NULL) {
            return -1;
        }
        references->list = list;
    }
    references->list[references->count++] = (struct reference){function, name};
    return 0;
}

static int find_references(const struct file *file, const struct starts *starts, const struct targets *targets,
                           struct references *references) {
    const struct section *text = &file->text;
    Elf64_Addr first = targets->list[0].address;
    Elf64_Addr last = targets->list[targets->count - 1].address;
    for (size_t at = 0; at + 8 <= text->size; at++) {
        size_t length = displacement_at(text->bytes + at);
        if (length != 0) {
            int32_t displacement;
            memcpy(&displacement, text->bytes + at + length, sizeof displacement);
            Elf64_Addr address = text->address + at + length + sizeof displacement + (Elf64_Addr)(int64_t)displacement;
            const struct target *target =
                address < first || address > last ? NULL : find_target(targets, targets->count, address);
            ptrdiff_t function = target == NULL ? -1 : function_at(starts, text->address + at);
            if (function >= 0 && add_reference(references, (size_t)function, target->name) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* The function that tells a name, with no other, in a range of addresses; -1 if there is none, or more than one. */
static ptrdiff_t teller(const struct references *references, const struct starts *starts, const char *name,
                        Elf64_Addr from, uint64_t bytes) {
    ptrdiff_t found = -1;
    for (size_t i = 0; i < references->count; i++) {
        const struct reference *each = references->list + i;
        int is_only = (i == 0 || each[-1].function != each->function) &&
                      (i + 1 == references->count || each[1].function != each->function);
        if (strcmp(each->name, name) == 0 && is_only && start_at(starts, each->function) - from < bytes) {
            if (found >= 0) {
                return -1;
            }
            found = (ptrdiff_t)each->function;
        }
    }
    return found;
}

static void add_function(struct functions *functions, const struct starts *starts, size_t index, const char *name) {
    Elf64_Addr start = start_at(starts, index);
    uint64_t size = index + 1 < starts->count ? start_at(starts, index + 1) - start : 0;
    functions->list[functions->count++] = (struct function){name, start, size};
}

/* Adds the functions of release 12 and newer that tell no names. There are as many starts behind the first. */
static void add_silent(struct functions *functions, const struct starts *starts, size_t first) {
    for (size_t i = 0; i < SILENT; i++) {
        add_function(functions, starts, first + i, silent[i]);
    }
    const struct function *last = functions->list + SILENT - 1;
    if (last[-1].size != JUMP_BYTES || last[0].size != JUMP_BYTES) {
        functions->count = SILENT_IN_12_0;
    }
}

/* Those of release 11, likewise. */
static void add_silent_in_11(struct functions *functions, const struct starts *starts, size_t first) {
    for (size_t i = 0; i < SILENT_IN_11; i++) {
        add_function(functions, starts, first + i, silent_in_11[i]);
    }
}

static int select_functions(struct functions *functions, const struct starts *starts,
                            const struct references *references) {
    ptrdiff_t anchor = teller(references, starts, anchor_name, 0, UINT64_MAX);
    int is_11 = teller(references, starts, older_name, 0, UINT64_MAX) >= 0;
    ptrdiff_t first = anchor - (is_11 ? ANCHOR_IN_11 : ANCHOR);
    if (first < 0 || (size_t)first + (is_11 ? SILENT_IN_11 : SILENT) > starts->count) {
        return -1;
    }
    functions->list = malloc((SILENT + references->count) * sizeof *functions->list);
    if (functions->list == NULL) {
        return -1;
    }
    functions->count = 0;
    (is_11 ? add_silent_in_11 : add_silent)(functions, starts, (size_t)first);
    Elf64_Addr from = start_at(starts, (size_t)anchor) + 1;
    for (size_t i = 0; i < references->count; i++) {
        const struct reference *each = references->list + i;
        if (teller(references, starts, each->name, from, RUNTIME_BYTES) == (ptrdiff_t)each->function) {
            add_function(functions, starts, each->function, each->name);
        }
    }
    return 0;
}

static int has(const struct section *section, const char *name) {
    return section->bytes != NULL && memmem(section->bytes, section->size, name, strlen(name)) != NULL;
}

/* Whether a file has the names of a runtime and neither imports nor exports one. */
static int may_have_runtime(const struct file *file) {
    return has(&file->constants, anchor_name) && !has(&file->imports, imported_name);
}

int code_functions(struct functions *functions, const void *bytes, size_t size) {
    struct file file = {.bytes = bytes, .size = size};
    struct targets targets = {0};
    struct references references = {0};
    struct starts starts;
    int result = read_sections(&file) == 0 && read_starts(&starts, &file.unwinding) == 0 &&
                         may_have_runtime(&file) && add_names(&targets, &file.constants) == 0 && targets.count > 0 &&
                         add_pointers(&targets, &file.relocations) == 0 &&
                         find_references(&file, &starts, &targets, &references) == 0
                     ? select_functions(functions, &starts, &references)
                     : -1;
    free(targets.list);
    free(references.list);
    return result;
}
