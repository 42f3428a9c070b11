/* What a compiler and a linker wrapper of LLVM 19 leave in an executable with the regions `add` and
 * `spin`, whose image comes from a file. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct ident { int32_t reserved1, flags, reserved2, reserved3; const char *source; };
struct entry { void *address; char *name; size_t size; int32_t flags, reserved; };
struct image { void *begin, *end; struct entry *entries_begin, *entries_end; };
struct descriptor {
    int32_t count;
    struct image *images;
    struct entry *entries_begin, *entries_end;
};
struct kernel_arguments {
    uint32_t version, count;
    void **bases, **begins;
    int64_t *sizes, *types;
    void **names, **mappers;
    uint64_t trip_count, flags;
    uint32_t teams[3], threads[3], dynamic_memory;
};

void __tgt_register_lib(struct descriptor *);
void __tgt_unregister_lib(struct descriptor *);
int __tgt_target_kernel(struct ident *, int64_t, int32_t, int32_t, void *, struct kernel_arguments *);
void __tgt_target_data_begin_mapper(struct ident *, int64_t, int32_t, void **, void **, int64_t *,
                                    int64_t *, void **, void **);
void __tgt_target_data_end_mapper(struct ident *, int64_t, int32_t, void **, void **, int64_t *,
                                  int64_t *, void **, void **);
void __tgt_target_data_update_mapper(struct ident *, int64_t, int32_t, void **, void **, int64_t *,
                                     int64_t *, void **, void **);
int64_t __tgt_mapper_num_components(void *);
void __tgt_push_mapper_component(void *, void *, void *, int64_t, int64_t, void *);
int omp_get_num_devices(void);
int omp_get_initial_device(void);
void *omp_target_alloc(size_t, int);
void omp_target_free(void *, int);
int omp_target_is_present(const void *, int);
int omp_target_memcpy(void *, const void *, size_t, size_t, size_t, int, int);
int omp_target_memcpy_rect(void *, const void *, size_t, int, const size_t *, const size_t *,
                           const size_t *, const size_t *, const size_t *, int, int);
void *omp_target_memset(void *, int, size_t, int);
int omp_target_memcpy_async(void *, const void *, size_t, size_t, size_t, int, int, int, void **);
int omp_target_associate_ptr(const void *, const void *, size_t, size_t, int);
int omp_target_disassociate_ptr(const void *, int);
void *omp_get_mapped_ptr(const void *, int);
void *llvm_omp_target_alloc_shared(size_t, int);

/* Map types of LLVM's omptarget.h. */
enum { TO = 1, FROM = 2, TOFROM = 3, TARGET_PARAM = 0x20, RETURN_PARAM = 0x40, LITERAL = 0x100 };

static struct ident here = {0, 2, 0, 0, ";prog.c;main;7;3;;"};
static char add_id, spin_id;
static struct entry entries[] = {{&add_id, "add", 0, 0, 0}, {&spin_id, "spin", 0, 0, 0}};
static struct image images[1];
static struct descriptor library = {1, images, entries, entries + 2};

/* Reads the image and registers the library. */
static inline void begin(const char *file) {
    FILE *stream = fopen(file, "r");
    char *bytes = malloc(1 << 20);
    size_t size = fread(bytes, 1, 1 << 20, stream);
    fclose(stream);
    images[0] = (struct image){bytes, bytes + size, entries, entries + 2};
    __tgt_register_lib(&library);
}

/* Launches a region over one array that `mapper`, if not null, takes apart. */
static inline int launch_mapped(void *region, void *array, int64_t size, int64_t type,
                                void *mapper) {
    void *mappers[] = {mapper};
    void *bases[] = {array};
    void *begins[] = {array};
    int64_t sizes[] = {size};
    int64_t types[] = {type | TARGET_PARAM};
    struct kernel_arguments arguments = {3, 1, bases, begins, sizes, types, NULL,
                                         mappers, 0, 0, {1, 0, 0}, {4, 0, 0}, 0};
    return __tgt_target_kernel(&here, -1, 1, 4, region, &arguments);
}

static inline int launch(void *region, void *array, int64_t size, int64_t type) {
    return launch_mapped(region, array, size, type, NULL);
}
