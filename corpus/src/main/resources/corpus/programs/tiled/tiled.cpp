#include <cstdio>
constexpr int N = 64, T = 16;
static double a[N * N], b[N * N], c[N * N];
int main() {
  for (int i = 0; i < N * N; ++i) {
    a[i] = i;
    b[i] = 1;
  }
#pragma omp target teams distribute collapse(2) thread_limit(T * T) map(to : a, b) map(tofrom : c)
  for (int row = 0; row < N; row += T)
    for (int column = 0; column < N; column += T) {
      double left[T * T], right[T * T], sums[T * T];
      for (int tile = 0; tile < N; tile += T) {
#pragma omp parallel for
        for (int i = 0; i < T * T; ++i) {
          left[i] = a[(row + i / T) * N + tile + i % T];
          right[i] = b[(tile + i / T) * N + column + i % T];
        }
#pragma omp parallel for
        for (int i = 0; i < T * T; ++i) {
          double sum = tile == 0 ? 0 : sums[i];
          for (int k = 0; k < T; ++k)
            sum += left[i / T * T + k] * right[k * T + i % T];
          sums[i] = sum;
        }
      }
#pragma omp parallel for
      for (int i = 0; i < T * T; ++i)
        c[(row + i / T) * N + column + i % T] = sums[i];
    }
  std::printf("%g\n", c[0]);
}
