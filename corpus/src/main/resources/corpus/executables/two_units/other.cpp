#include "executables/two_units/units.hpp"

#pragma omp declare target
int factor = 6;
int scaled(int value) { return value * factor; }
#pragma omp end declare target

void other(int *x, int n) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; ++i) x[i] = x[i] * 2 + factor;
}
