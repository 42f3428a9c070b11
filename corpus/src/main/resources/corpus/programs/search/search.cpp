#include <cstdio>
constexpr int N = 3000, M = 4;
static int text[N], pattern[M], found[N];
int main() {
  for (int i = 0; i < N; ++i)
    text[i] = 'a' + i % 3;
  for (int k = 0; k < M; ++k)
    pattern[k] = 'a' + k % 3;
#pragma omp target teams distribute parallel for map(to : text, pattern) map(tofrom : found)
  for (int i = 0; i <= N - M; ++i) {
    int equal = 1;
    for (int k = 0; k < M; ++k)
      equal &= text[i + k] == pattern[k];
    found[i] = equal;
  }
  std::printf("%d\n", found[0]);
}
