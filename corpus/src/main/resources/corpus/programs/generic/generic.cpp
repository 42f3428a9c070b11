// A team of one thread, which twice wakes the others: no more than the limit says, though in generic
// mode the launch may have a warp more, for the one.
#include <omp.h>

static int x[64];

int main() {
  for (int i = 0; i < 64; ++i)
    x[i] = i;
#pragma omp target teams num_teams(1) thread_limit(64) map(tofrom : x)
  {
    int sum = 0;
    for (int i = 0; i < 64; ++i)
      sum += x[i];
#pragma omp parallel for
    for (int i = 0; i < 64; ++i)
      x[i] += sum;
    int first = x[0];
#pragma omp parallel
    {
#pragma omp barrier
#pragma omp single
      x[1] = first;
#pragma omp master
      x[2] = omp_get_num_threads() <= 64;
    }
  }
  return x[2] != 1;
}
