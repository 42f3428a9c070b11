/* A runtime that registers nothing: prints the descriptor it is given, one field per line. */
#include <stdint.h>
#include <stdio.h>

typedef struct { char *ImageStart, *ImageEnd, *EntriesBegin, *EntriesEnd; } DeviceImage;
typedef struct {
  int32_t NumDeviceImages;
  DeviceImage *DeviceImages;
  char *HostEntriesBegin, *HostEntriesEnd;
} BinDesc;

static void print(const char *what, const BinDesc *desc) {
  printf("%s %d images, %ld bytes of entries\n", what, desc->NumDeviceImages,
         (long)(desc->HostEntriesEnd - desc->HostEntriesBegin));
  for (int i = 0; i < desc->NumDeviceImages; ++i) {
    DeviceImage *image = &desc->DeviceImages[i];
    printf("image %d:", i);
    for (char *byte = image->ImageStart; byte != image->ImageEnd; ++byte)
      printf(" %02x", (unsigned char)*byte);
    printf("\nimage %d has the host's entries: %d\n", i,
           image->EntriesBegin == desc->HostEntriesBegin &&
               image->EntriesEnd == desc->HostEntriesEnd);
  }
}

void __tgt_register_lib(BinDesc *desc) { print("register", desc); }
void __tgt_unregister_lib(BinDesc *desc) { print("unregister", desc); }

__attribute__((constructor(102))) static void later(void) { puts("constructor 102"); }

int main(void) {
  puts("main");
  return 0;
}
