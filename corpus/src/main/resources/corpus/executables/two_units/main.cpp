// Regions in two units and a static library; device functions and variables that cross them.
#include "executables/oracle.hpp"
#include "executables/two_units/units.hpp"
#include <vector>

int main() {
  const int n = 130;
  std::vector<int> x(n);
  for (int i = 0; i < n; ++i) x[i] = i;
  int *data = x.data();
#pragma omp target teams distribute parallel for map(tofrom : data[0 : n])
  for (int i = 0; i < n; ++i) data[i] = scaled(data[i]) + archived(i);
  other(data, n);
  ofTheLibrary(data, n);
  for (int i = 0; i < n; ++i) oracle::equal("x", i, x[i], ((i * 6 + i * i) * 2 + 6) ^ 0x55);
  return oracle::verdict();
}
