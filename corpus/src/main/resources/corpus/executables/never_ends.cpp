// A first region ends; the second tells the host that it has begun, through memory that both see,
// and waits for a flag that no thread sets, though one could.
#include "executables/region.hpp"
#include <chrono>
#include <thread>

extern "C" void *llvm_omp_target_alloc_shared(size_t size, int device);

int main() {
  region("before the endless one");
  auto flags = static_cast<volatile int *>(llvm_omp_target_alloc_shared(2 * sizeof(int), 0));
  flags[0] = flags[1] = 0;
  std::thread([flags] {
    while (flags[0] == 0) std::this_thread::yield();
    std::printf("begun\n");
    std::fflush(stdout);
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }).detach();
#pragma omp target is_device_ptr(flags)
  {
    flags[0] = 1;
    while (flags[1] == 0) {
    }
  }
  return 1;
}
