// One small region with its check, for programs that are about something else.
#pragma once
#include "executables/oracle.hpp"

inline void addOne(int *x, int n) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; ++i) x[i] += 1;
}

inline void region(const char *when) {
  int x[40];
  for (int i = 0; i < 40; ++i) x[i] = i;
  addOne(x, 40);
  for (int i = 0; i < 40; ++i) oracle::equal(when, i, x[i], i + 1);
}
