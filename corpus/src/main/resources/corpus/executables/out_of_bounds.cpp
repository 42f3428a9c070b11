// Thread n - 1 writes one element past the end of what is mapped.
#include <cstdio>
#include <cstdlib>

int main() {
  const int n = 40;
  int *x = static_cast<int *>(std::calloc(n, sizeof(int)));
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; ++i) {
    x[i + 1] = i; // the planted fault
  }
  std::printf("not found out\n");
  std::free(x);
  return 0;
}
