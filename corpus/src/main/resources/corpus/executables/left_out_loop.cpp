// A loop of `target teams loop`, whose iterations some compilers leave out (D76).
#include "executables/oracle.hpp"

int main() {
  int x[8];
  for (int i = 0; i < 8; ++i) x[i] = -1;
#pragma omp target teams loop map(tofrom : x)
  for (int i = 0; i < 8; ++i) x[i] = i;
  for (int i = 0; i < 8; ++i) oracle::equal("x", i, x[i], i);
  return oracle::verdict();
}
