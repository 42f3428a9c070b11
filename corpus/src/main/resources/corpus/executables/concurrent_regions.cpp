// Two regions run at the same time: each waits for words that the other writes.
#include "executables/oracle.hpp"
#include <cstddef>

extern "C" {
void *omp_target_alloc(size_t size, int device);
int omp_get_default_device(void);
}

static const int rounds = 20;

int main() {
  auto words = static_cast<volatile int *>(omp_target_alloc(2 * sizeof(int), omp_get_default_device()));
  int ping = 0, pong = 0;
#pragma omp target is_device_ptr(words)
  words[0] = words[1] = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp target nowait is_device_ptr(words)
    for (int round = 1; round <= rounds; ++round) {
      while (words[0] != round) {
      }
      words[1] = round;
    }
#pragma omp target nowait is_device_ptr(words)
    for (int round = 1; round <= rounds; ++round) {
      words[0] = round;
      while (words[1] != round) {
      }
    }
#pragma omp taskwait
  }
#pragma omp target is_device_ptr(words) map(from : ping, pong)
  {
    ping = words[0];
    pong = words[1];
  }
  oracle::equal("ping", 0, ping, rounds);
  oracle::equal("pong", 0, pong, rounds);
  return oracle::verdict();
}
