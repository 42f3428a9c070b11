// A region with fewer threads than its team, with barriers, and another region after it.
#include "executables/oracle.hpp"
#include <omp.h>

static const int team = 96;
static const int threads = 64;

int main() {
  int first[team] = {};
  int second[team] = {};
#pragma omp target teams num_teams(1) thread_limit(team) map(tofrom : first, second)
  {
    int shared[team];
#pragma omp parallel num_threads(threads)
    {
      const int t = omp_get_thread_num();
      shared[t] = 3 * t + 1;
#pragma omp barrier
      first[t] = shared[omp_get_num_threads() - 1 - t];
#pragma omp barrier
      if (t == 0) first[team - 1] = omp_get_num_threads();
    }
#pragma omp parallel
    second[omp_get_thread_num()] = omp_get_num_threads();
  }
  const int count = first[team - 1];
  for (int i = 0; i < count; ++i) oracle::equal("first", i, first[i], 3 * (count - 1 - i) + 1);
  for (int i = 0; i < second[0]; ++i) oracle::equal("second", i, second[i], second[0]);
  return oracle::verdict();
}
