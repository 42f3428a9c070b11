#include "executables/two_units/units.hpp"

#pragma omp declare target
int archived(int value) { return value * value; }
#pragma omp end declare target

void ofTheLibrary(int *x, int n) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; ++i) x[i] ^= 0x55;
}
