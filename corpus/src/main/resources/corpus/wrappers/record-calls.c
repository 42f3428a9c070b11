/* Runtimes that register nothing: print what a wrapper object calls, with the arguments.
 *
 * -DENTRY_BYTES=32 or 56 is the layout of the entries, -DSECTION="..." their section, -DKIND=n the
 * kind that entries of the newer layout are of. Addresses print as names. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#if ENTRY_BYTES == 32
typedef struct {
  void *addr;
  const char *name;
  size_t size;
  int32_t flags, data;
} Entry;
#define ENTRY(kind, addr, name, size, flags, data, aux) {addr, name, size, flags, data}
#else
typedef struct {
  uint64_t reserved;
  uint16_t version, kind;
  uint32_t flags;
  void *addr;
  const char *name;
  uint64_t size, data;
  void *aux;
} Entry;
#define ENTRY(kind, addr, name, size, flags, data, aux) \
  {0, 1, kind, flags, addr, name, size, data, aux}
#endif

static char kernel, variable, pointer;

/* Every kind of entry and every bit of the flags; the last is some other runtime's. */
__attribute__((section(SECTION), used, aligned(8))) static const Entry entries[] = {
    ENTRY(KIND, &kernel, "kernel", 0, 0, 0, 0),
    ENTRY(KIND, &variable, "variable", 4, 0, 0, 0),
    ENTRY(KIND, &variable, "extern", 8, 8, 0, 0),
    ENTRY(KIND, &variable, "constant", 12, 16, 0, 0),
    ENTRY(KIND, &variable, "managed", 16, 1, 4, &pointer),
    ENTRY(KIND, &variable, "surface", 20, 2, 2, 0),
    ENTRY(KIND, &variable, "texture", 24, 3, 3, 0),
    ENTRY(KIND, &variable, "normalized", 28, 3 | 32, 1, 0),
    ENTRY(KIND, &variable, "normalized extern", 32, 3 | 8 | 32, 2, 0),
    ENTRY(KIND, &variable, "unknown", 36, 4, 0, 0),
    ENTRY(KIND ^ 3, &variable, "other", 40, 0, 0, 0),
};

static char handle;

static const char *place(const void *address) {
  if (address == &kernel) return "&kernel";
  if (address == &variable) return "&variable";
  if (address == &pointer) return "&pointer";
  if (address == &handle) return "handle";
  return address ? "?" : "0";
}

static uint32_t sum(const unsigned char *from, size_t size) {
  uint32_t hash = 2166136261u;
  while (size--) hash = (hash ^ *from++) * 16777619u;
  return hash;
}

typedef struct {
  char *start, *end;
  const Entry *first, *last;
} DeviceImage;

typedef struct {
  int32_t count;
  DeviceImage *images;
  const Entry *first, *last;
} Descriptor;

static void descriptor(const char *call, const Descriptor *given) {
  printf("%s count=%d entries=%ld\n", call, given->count, (long)(given->last - given->first));
  for (int i = 0; i < given->count; ++i) {
    DeviceImage *image = &given->images[i];
    printf("  image %d bytes=%ld sum=%08x table=%d\n", i, (long)(image->end - image->start),
           sum((unsigned char *)image->start, (size_t)(image->end - image->start)),
           image->first == given->first && image->last == given->last);
  }
}

void __tgt_register_lib(const Descriptor *given) { descriptor("__tgt_register_lib", given); }
void __tgt_unregister_lib(const Descriptor *given) { descriptor("__tgt_unregister_lib", given); }

typedef struct {
  uint32_t magic, version;
  const unsigned char *image;
  void *none;
} Wrapper;

#define RUNTIME(api)                                                                              \
  void **__##api##RegisterFatBinary(const Wrapper *given) {                                       \
    printf("__" #api "RegisterFatBinary magic=%08x version=%u none=%s begin=%08x\n",              \
           given->magic, given->version, place(given->none), sum(given->image, 24));              \
    return (void **)&handle;                                                                      \
  }                                                                                               \
  void __##api##RegisterFatBinaryEnd(void **to) {                                                 \
    printf("__" #api "RegisterFatBinaryEnd %s\n", place(to));                                     \
  }                                                                                               \
  void __##api##UnregisterFatBinary(void **to) {                                                  \
    printf("__" #api "UnregisterFatBinary %s\n", place(to));                                      \
  }                                                                                               \
  int __##api##RegisterFunction(void **to, void *host, const char *device, const char *name,      \
                                int limit, void *a, void *b, void *c, void *d, int *e) {          \
    printf("__" #api "RegisterFunction %s %s %s %s %d %s %s %s %s %s\n", place(to), place(host),  \
           device, name, limit, place(a), place(b), place(c), place(d), place(e));                \
    return 0;                                                                                     \
  }                                                                                               \
  void __##api##RegisterVar(void **to, void *host, const char *device, const char *name,          \
                            int external, size_t size, int constant, int global) {                \
    printf("__" #api "RegisterVar %s %s %s %s %d %zu %d %d\n", place(to), place(host), device,    \
           name, external, size, constant, global);                                               \
  }                                                                                               \
  void __##api##RegisterManagedVar(void **to, void **host, void *initial, const char *name,       \
                                   size_t size, unsigned alignment) {                             \
    printf("__" #api "RegisterManagedVar %s %s %s %s %zu %u\n", place(to), place(host),           \
           place(initial), name, size, alignment);                                                \
  }                                                                                               \
  void __##api##RegisterSurface(void **to, const void *host, const char *device,                  \
                                const char *name, int type, int external) {                       \
    printf("__" #api "RegisterSurface %s %s %s %s %d %d\n", place(to), place(host), device, name, \
           type, external);                                                                       \
  }                                                                                               \
  void __##api##RegisterTexture(void **to, const void *host, const char *device,                  \
                                const char *name, int type, int normalized, int external) {       \
    printf("__" #api "RegisterTexture %s %s %s %s %d %d %d\n", place(to), place(host), device,    \
           name, type, normalized, external);                                                     \
  }

RUNTIME(cuda)
RUNTIME(hip)

__attribute__((constructor(102))) static void later(void) { puts("constructor 102"); }

__attribute__((destructor(102))) static void earlier(void) { puts("destructor 102"); }

int main(void) {
  puts("main");
  return 0;
}
