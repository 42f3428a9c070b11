#include <cstdio>
constexpr int N = 4096;
static int x[N], y[N], total[1];
int main() {
  for (int i = 0; i < N; ++i) {
    x[i] = i;
    y[i] = 3 - i % 7;
  }
  int sum = total[0];
#pragma omp target teams distribute parallel for map(to : x, y) map(tofrom : total) reduction(+ : total)
  for (int i = 0; i < N; ++i)
    total[0] += x[i] * y[i];
  std::printf("%d\n", total[0] - sum);
}
