// Nested data regions, enter and exit data, updates, and kernels of every mode.
// What LIBOMPTARGET_INFO=-1 prints of it is compared.
#include <cstdio>

int main() {
  int values[16];
  double weights[3] = {1, 2, 3};
  int factor = 3;
  int pair[2] = {5, 7};
  for (int i = 0; i < 16; i++) {
    values[i] = i;
  }
#pragma omp target enter data map(to : weights)
#pragma omp target data map(tofrom : values)
  {
#pragma omp target data map(alloc : values[4 : 8])
#pragma omp target teams distribute parallel for firstprivate(factor, pair)
    for (int i = 4; i < 12; i++) {
      values[i] += factor * (int)weights[i % 3] + pair[i % 2];
    }
#pragma omp target update from(values[4 : 8]) to(weights)
#pragma omp target map(always, from : values[0 : 4]) private(pair)
    {
      pair[0] = 1;
      values[0] += pair[0];
    }
  }
  int last = 0;
#pragma omp target teams distribute parallel for reduction(+ : last) map(tofrom : last)
  for (int i = 0; i < 16; i++) {
    last += i;
  }
#pragma omp target exit data map(delete : weights)
  int expected = 4 + 3 * 2 + 5;
  std::puts(values[4] == expected && values[0] == 1 && last == 120 ? "ok" : "wrong");
}
