#include <cstdio>
constexpr int LOG = 10, N = 1 << LOG;
static int keys[N];
int main() {
  for (int i = 0; i < N; ++i)
    keys[i] = (i * 7919 + 5) % 1009 - 500;
#pragma omp target data map(tofrom : keys)
  for (int stage = 0; stage < LOG; ++stage)
    for (int step = stage; step >= 0; --step) {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < N / 2; ++i) {
        const int low = (i >> step << (step + 1)) | (i & ((1 << step) - 1));
        const int high = low | 1 << step;
        const int a = keys[low], b = keys[high];
        if ((a > b) != (low >> (stage + 1) & 1)) {
          keys[low] = b;
          keys[high] = a;
        }
      }
    }
  std::printf("%d %d\n", keys[0], keys[N - 1]);
}
