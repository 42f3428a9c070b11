// A loop over teams, in it a loop over threads, and in that a parallel region, which one thread
// runs: a device executes one level of parallelism.
#include <omp.h>

static int x[8][32];

int main() {
#pragma omp target teams distribute thread_limit(64) map(tofrom : x)
  for (int i = 0; i < 8; ++i) {
#pragma omp parallel for
    for (int j = 0; j < 32; ++j) {
#pragma omp parallel num_threads(2)
      x[i][j] += 100 * omp_get_num_threads() + 10 * omp_get_thread_num() + omp_get_level();
    }
  }
  return x[0][0] != 102;
}
