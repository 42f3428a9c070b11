#include <cstdio>
constexpr int N = 3000, BINS = 16;
static int values[N], bins[BINS];
int main() {
  for (int i = 0; i < N; ++i)
    values[i] = i * i;
#pragma omp target teams distribute parallel for map(to : values) map(tofrom : bins)
  for (int i = 0; i < N; ++i) {
    const int bin = values[i] & (BINS - 1);
#pragma omp atomic
    bins[bin] += 1;
  }
  std::printf("%d\n", bins[0]);
}
