#include <cstdio>
constexpr int N = 2048, T = 128;
static int values[N], sums[N], totals[N / T];
int main() {
  for (int i = 0; i < N; ++i)
    values[i] = i % 10 - 3;
#pragma omp target data map(to : values) map(tofrom : sums) map(alloc : totals)
  {
    // Each team scans a tile: in each round, an element adds the one that is `step` before it.
#pragma omp target teams distribute thread_limit(T)
    for (int tile = 0; tile < N / T; ++tile) {
      int part[2 * T];
#pragma omp parallel for
      for (int i = 0; i < T; ++i)
        part[i] = values[tile * T + i];
      for (int step = 1, from = 0; step < T; step *= 2, from = T - from) {
#pragma omp parallel for
        for (int i = 0; i < T; ++i)
          part[T - from + i] = part[from + i] + (i < step ? 0 : part[from + i - step]);
      }
#pragma omp parallel for
      for (int i = 0; i < T; ++i)
        sums[tile * T + i] = part[T + i];
      totals[tile] = part[2 * T - 1];
    }
#pragma omp target
    for (int tile = 1; tile < N / T; ++tile)
      totals[tile] += totals[tile - 1];
#pragma omp target teams distribute parallel for
    for (int i = T; i < N; ++i)
      sums[i] += totals[i / T - 1];
  }
  std::printf("%d\n", sums[N - 1]);
}
