// A first region ends; the second waits for a flag that nobody sets.
#include "executables/region.hpp"

int main() {
  region("before the endless one");
  std::printf("begun\n");
  std::fflush(stdout);
  volatile int flag[1] = {0};
#pragma omp target map(to : flag)
  while (flag[0] == 0) {
  }
  return 1;
}
