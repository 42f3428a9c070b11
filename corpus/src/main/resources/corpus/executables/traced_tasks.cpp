// Data constructs with nowait, one at a time.
// What LIBOMPTARGET_INFO=-1 prints of it is compared.
#include <cstdio>

int main() {
  int values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
#pragma omp target enter data map(to : values) nowait
#pragma omp taskwait
#pragma omp target map(values)
  values[2] = 9;
#pragma omp target update from(values[2 : 2]) nowait
#pragma omp taskwait
  int seen = values[2];
#pragma omp target exit data map(from : values) nowait
#pragma omp taskwait
  std::puts(seen == 9 && values[2] == 9 && values[7] == 8 ? "ok" : "wrong");
}
