// Variables of declare target, with and without link, device pointers, and a pointer that is not mapped.
// What LIBOMPTARGET_INFO=-1 prints of it is compared.
#include <cstdio>

int table[8];
double scale = 2;
int linked[4] = {1, 2, 3, 4};
#pragma omp declare target to(table, scale)
#pragma omp declare target link(linked)

int main() {
  int *rows = new int[8]();
  int *nothing = nullptr;
#pragma omp target update to(table, scale)
#pragma omp target map(linked)
  for (int i = 0; i < 4; i++) {
    linked[i] *= (int)scale;
    table[i] = linked[i];
  }
#pragma omp target update from(table)
#pragma omp target data map(tofrom : rows[0 : 8]) use_device_ptr(rows)
  {
#pragma omp target is_device_ptr(rows) map(nothing[ : 0])
    rows[1] = nothing == nullptr ? 9 : 8;
  }
#pragma omp target parallel for map(tofrom : rows[2 : 4]) map(always, to : scale)
  for (int i = 2; i < 6; i++) {
    rows[i] = i * (int)scale;
  }
  std::puts(table[3] == 8 && linked[0] == 2 && rows[1] >= 8 && rows[5] == 10 ? "ok" : "wrong");
  delete[] rows;
}
