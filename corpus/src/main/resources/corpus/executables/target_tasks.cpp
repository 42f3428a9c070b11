// Target tasks that the host does not wait for, the second after the first.
#include "executables/oracle.hpp"
#include <vector>

int main() {
  const int n = 40;
  std::vector<int> x(n, 1);
  int *data = x.data();
#pragma omp target enter data map(to : data[0 : n])
#pragma omp parallel
#pragma omp single
  {
#pragma omp target teams distribute parallel for nowait depend(inout : data[0])
    for (int i = 0; i < n; ++i) data[i] += i;
#pragma omp target teams distribute parallel for nowait depend(inout : data[0])
    for (int i = 0; i < n; ++i) data[i] *= 5;
#pragma omp taskwait
  }
#pragma omp target exit data map(from : data[0 : n])
  for (int i = 0; i < n; ++i) oracle::equal("after both tasks", i, data[i], (1 + i) * 5);
  return oracle::verdict();
}
