// A region in a function template, named after a lambda that host and device may count differently (D75).
#include "executables/oracle.hpp"

template <typename F>
static void map(int *x, int n, F f) {
#pragma omp target map(tofrom : x[0 : n])
  for (int i = 0; i < n; ++i) x[i] = f(x[i]);
}

int main() {
  int x[8];
  for (int i = 0; i < 8; ++i) x[i] = i;
  map(x, 8, [](int v) { return 3 * v; });
#pragma omp target map(tofrom : x)
  {
    auto next = [](int v) { return v + 1; };
    for (int i = 0; i < 8; ++i) x[i] = next(x[i]);
  }
  for (int i = 0; i < 8; ++i) oracle::equal("x", i, x[i], 3 * i + 1);
  return oracle::verdict();
}
