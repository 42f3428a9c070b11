/* A whole program without a C library: runs the constructors, main and the destructors, and
   prints what the offloading runtime is given. The entries' layout is the one of -DENTRY=32 or 56. */
#include <stddef.h>
#include <stdint.h>

typedef struct { char *ImageStart, *ImageEnd, *EntriesBegin, *EntriesEnd; } DeviceImage;
typedef struct {
  int32_t NumDeviceImages;
  DeviceImage *DeviceImages;
  char *HostEntriesBegin, *HostEntriesEnd;
} BinDesc;

#if ENTRY == 32
typedef struct { char *Address, *Name; uint64_t Size; int32_t Flags, Data; } Entry;
#else
typedef struct {
  uint64_t Reserved; uint16_t Version, Kind; uint32_t Flags;
  char *Address, *Name; uint64_t Size, Data; void *AuxAddr;
} Entry;
#endif

typedef void (*Function)(void);
extern Function __init_array_start[], __init_array_end[], __fini_array_start[], __fini_array_end[];

static Function exits[32];
static int exit_count;
int common_number;
__attribute__((weak)) extern int nowhere;

static long call(long number, long a, const void *b, long c) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}

static void text(const char *string) {
  long length = 0;
  while (string[length]) ++length;
  call(1, 1, string, length);
}

static void number(uint64_t value) {
  char digits[17] = {0};
  for (int i = 15; i >= 0; --i, value >>= 4) digits[i] = "0123456789abcdef"[value & 15];
  text(digits);
  text(" ");
}

static void print(const char *what, const BinDesc *desc) {
  text(what);
  number(desc->NumDeviceImages);
  for (Entry *e = (Entry *)desc->HostEntriesBegin; e != (Entry *)desc->HostEntriesEnd; ++e) {
    text("\n  entry ");
    text(e->Name);
    text(" ");
    number(e->Size);
    number(e->Flags);
    number(e->Data);
    if (e->Flags & 1) /* link: the entry's variable points to the one meant */
      number(**(unsigned char **)e->Address);
    else if (e->Size)
      number(*(unsigned char *)e->Address);
  }
  for (int i = 0; i < desc->NumDeviceImages; ++i) {
    uint64_t hash = 0;
    DeviceImage *image = &desc->DeviceImages[i];
    for (char *byte = image->ImageStart; byte != image->ImageEnd; ++byte)
      hash = hash * 31 + (unsigned char)*byte;
    text("\n  image ");
    number(image->ImageEnd - image->ImageStart);
    number(hash);
    number(image->EntriesBegin == desc->HostEntriesBegin && image->EntriesEnd == desc->HostEntriesEnd);
  }
  text("\n");
}

void __tgt_register_lib(BinDesc *desc) { print("register ", desc); }
void __tgt_unregister_lib(BinDesc *desc) { print("unregister ", desc); }
void __tgt_register_requires(int64_t flags) { text("requires "); number(flags); text("\n"); }
int __tgt_target_kernel(void) { text("launch\n"); return 0; }
int atexit(Function function) { exits[exit_count++] = function; return 0; }

__attribute__((constructor(50))) static void early(void) { text("constructor 50\n"); }
__attribute__((constructor)) static void late(void) { text("constructor\n"); }
__attribute__((destructor(200))) static void ending(void) { text("destructor 200\n"); }
__attribute__((destructor)) static void ended(void) { text("destructor\n"); }

void foo(void);

__attribute__((used, force_align_arg_pointer)) void _start(void) {
  for (Function *f = __init_array_start; f != __init_array_end; ++f) (*f)();
  foo();
  common_number += &nowhere == 0 ? 7 : 8;
  number(common_number);
  text("main\n");
  while (exit_count) exits[--exit_count]();
  for (Function *f = __fini_array_end; f != __fini_array_start;) (*--f)();
  call(60, 0, 0, 0);
}
