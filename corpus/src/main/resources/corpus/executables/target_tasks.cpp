// Target tasks that the host does not wait for: the second after the first, the third beside them.
#include "executables/oracle.hpp"
#include <vector>

int main() {
  const int n = 40;
  std::vector<int> x(n, 1), y(n, 2);
  int *xs = x.data(), *ys = y.data();
#pragma omp parallel
#pragma omp single
  {
#pragma omp target teams distribute parallel for nowait depend(inout : xs[0]) map(tofrom : xs[0 : n])
    for (int i = 0; i < n; ++i) xs[i] += i;
#pragma omp target teams distribute parallel for nowait depend(inout : xs[0]) map(tofrom : xs[0 : n])
    for (int i = 0; i < n; ++i) xs[i] *= 5;
#pragma omp target teams distribute parallel for nowait map(tofrom : ys[0 : n])
    for (int i = 0; i < n; ++i) ys[i] -= i;
#pragma omp taskwait
  }
  for (int i = 0; i < n; ++i) oracle::equal("after both tasks", i, x[i], (1 + i) * 5);
  for (int i = 0; i < n; ++i) oracle::equal("after the other", i, y[i], 2 - i);
  return oracle::verdict();
}
