#include <cstdio>
constexpr int N = 2000;
static double before[N], after[N];
int main() {
  for (int i = 0; i < N; ++i)
    before[i] = i * i;
#pragma omp target teams distribute parallel for map(to : before) map(tofrom : after)
  for (int i = 1; i < N - 1; ++i)
    after[i] = 0.25 * before[i - 1] + 0.5 * before[i] + 0.25 * before[i + 1];
  std::printf("%g\n", after[N / 2]);
}
