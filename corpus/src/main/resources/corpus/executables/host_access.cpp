// The host reads memory of the device by its address.
#include <cstdio>
extern "C" void *omp_target_alloc(unsigned long size, int device);

__attribute__((noinline)) static int read_word(volatile int *word) { return *word; }

int main() {
  int *x = static_cast<int *>(omp_target_alloc(64, 0));
#pragma omp target is_device_ptr(x)
  x[3] = 42;
  std::printf("the host reads %d\n", read_word(x + 3)); // the planted fault
  return 0;
}
