/* liboffload-tck-preload.so, for LD_PRELOAD: replaces libraries of NVIDIA that a program brings along by the kit's.
 *
 * libcudart_static.a is the default of nvcc. Its functions have hidden visibility, so that the dynamic linker
 * binds none of them, and it calls functions of the driver that are not documented. A shared library of it can have a
 * name of its own, such as libcudart-8774224f.so.12, or lie in the folder of a DT_RPATH. Before any code of the
 * program runs, a jump is written over the start of each of its functions, which leads to the kit's function of
 * that name. A symbol table of the program's file, or of its library, has their addresses, or else its code
 * (code.h). The library is linked with `-z initfirst`, so that its constructor runs before those of other
 * libraries, which register kernels. Since it also runs before those of the C library, the kit's libraries are not
 * loaded until one of their functions is called. */
#include "libraries.h"
#include "loading.h"
#include "mapping.h"
#include "nvrtc.h"
#include "redirect.h"
#include "symbols.h"

static void visit(const char *path, uintptr_t base) {
    struct mapping file;
    struct tables tables;
    int is_kept = 0;
    if (mapping_open(&file, path) != 0) {
        return;
    }
    tables_read(&tables, file.bytes, file.size);
    for (const struct library *each = libraries; each->noun != NULL; each++) {
        is_kept |= redirect(each, path, &tables, base);
    }
    nvrtc_redirect(path, &tables, base);
    if (!is_kept) {
        mapping_close(&file);
    }
}

__attribute__((constructor)) static void watch_files(void) {
    loading_watch(visit);
}
