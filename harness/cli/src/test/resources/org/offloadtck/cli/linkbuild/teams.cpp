// A parallel region, which needs the device runtime.
#include <cstdio>
int main() {
  int n = 0;
#pragma omp target teams distribute parallel for reduction(+ : n)
  for (int i = 0; i < 1000; ++i)
    n += i;
  std::printf("%d\n", n);
}
