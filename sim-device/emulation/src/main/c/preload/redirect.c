#define _GNU_SOURCE
#include "redirect.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "functions.h"
#include "jump.h"
#include "kit.h"
#include "libraries.h"
#include "mapping.h"
#include "symbols.h"

/* The function of the driver that only the kit's libraries call (ADR 23). */
static const char kit_name[] = "offload_tck_set_caller";

/* A library in a file. */
struct contained {
    const struct library *library;
    const char *kit; /* the kit's library */
    struct functions functions;
    uintptr_t base;
    Elf64_Addr first; /* of those that the kit also defines */
    Elf64_Addr end;
};

static int lies_in_range(const struct contained *contained, const struct function *function) {
    return function->address >= contained->first && function->address < contained->end;
}

/* Whether a function that the kit lacks is replaced: it belongs to a library of which such functions do not stay. The functions of an archive with one member lie
 * together, from the first to the last that the kit also defines, so that a program's functions with such names, as
 * cudaCheck, are known by their addresses. In any other library the names decide. */
static int belongs(const struct contained *contained, const struct function *function) {
    return contained->library->absent != NULL &&
           (!contained->library->is_one_member || lies_in_range(contained, function));
}

static int is_redirected(const struct contained *contained, const struct symbols *kit,
                         const struct function *function) {
    return function->size >= jump_size && (symbols_find(kit, function->name) != NULL || belongs(contained, function));
}

static void measure(struct contained *contained, const struct symbols *kit) {
    const struct function *end = contained->functions.list + contained->functions.count;
    contained->first = UINT64_MAX;
    contained->end = 0;
    for (const struct function *each = contained->functions.list; each < end; each++) {
        if (symbols_find(kit, each->name) != NULL) {
            Elf64_Addr last = each->address + each->size;
            contained->first = each->address < contained->first ? each->address : contained->first;
            contained->end = last > contained->end ? last : contained->end;
        }
    }
}

/* Keeps those functions that are redirected, and measures the range in which they lie. */
static void select_functions(struct contained *contained, const struct symbols *kit) {
    struct functions *functions = &contained->functions;
    const struct function *end = functions->list + functions->count;
    measure(contained, kit);
    functions->count = 0;
    for (const struct function *each = functions->list; each < end; each++) {
        if (is_redirected(contained, kit, each)) {
            functions->list[functions->count++] = *each;
        }
    }
    for (const struct function *each = functions->list; each < functions->list + functions->count; each++) {
        contained->first = each->address < contained->first ? each->address : contained->first;
        contained->end = each->address + each->size > contained->end ? each->address + each->size : contained->end;
    }
}

/* Fails if there is no memory, or the pages of the code cannot be written. */
static int write_jumps(const struct contained *contained) {
    uintptr_t from = contained->base + contained->first;
    uintptr_t to = contained->base + contained->end;
    const struct function *functions = contained->functions.list;
    size_t count = contained->functions.count;
    struct entry *entries = calloc(count + 1, sizeof *entries);
    if (entries == NULL || jumps_begin(from, to) != 0) {
        free(entries);
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        entries[i] = (struct entry){functions[i].name, NULL, contained->library, contained->kit};
        jump_write((void *)(contained->base + functions[i].address), entries + i);
    }
    return jumps_end(from, to);
}

/* Why the library is not replaced; null if it is. */
static const char *replace(struct contained *contained, const struct mapping *kit) {
    struct symbols symbols;
    if (symbols_read(&symbols, SHT_DYNSYM, kit->bytes, kit->size) != 0) {
        return "the kit's has no symbols";
    }
    select_functions(contained, &symbols);
    return write_jumps(contained) != 0 ? strerror(errno) : NULL;
}

static void report(const struct contained *contained, const char *path, const char *reason) {
    fprintf(stderr, "offload-tck: %s: its %s is not replaced: %s\n", path, contained->library->noun, reason);
}

/* Returns whether it is. A library that the kit does not have is left alone, and so is the kit's. */
static int replace_by_kit(struct contained *contained, const char *path, const struct tables *file) {
    char kit_file[PATH_MAX];
    struct mapping kit;
    if (contained->kit == NULL) {
        report(contained, path, contained->library->older);
        return 0;
    }
    if (kit_path(kit_file, contained->kit) != 0 || mapping_open(&kit, kit_file) != 0) {
        return 0;
    }
    int is_kit = file_has_constant(file->bytes, file->size, kit_name);
    const char *reason = is_kit ? NULL : replace(contained, &kit);
    if (reason != NULL) {
        report(contained, path, reason);
    }
    mapping_close(&kit);
    return !is_kit && reason == NULL;
}

int redirect(const struct library *library, const char *path, const struct tables *file, uintptr_t base) {
    struct contained contained = {.library = library, .base = base};
    if (functions_read(&contained.functions, library, file) != 0) {
        return 0;
    }
    const struct function *marker = functions_find(&contained.functions, library->marker);
    int is_kept = 0;
    if (!jump_is_written((void *)(base + marker->address))) {
        contained.kit = library_of_kit(library, &contained.functions, file_soname(file->bytes, file->size));
        is_kept = replace_by_kit(&contained, path, file);
    }
    free(contained.functions.list);
    return is_kept;
}
