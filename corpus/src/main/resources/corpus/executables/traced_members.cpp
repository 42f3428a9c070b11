// Members of structures, pointers with their objects, and a lambda.
// What LIBOMPTARGET_INFO=-1 prints of it is compared.
#include <cstdio>

struct Vector {
  int size;
  double *items;
  int tail[3];
};

int main() {
  double items[6] = {1, 2, 3, 4, 5, 6};
  Vector v = {6, items, {7, 8, 9}};
#pragma omp target map(v.tail, v.items[1 : 3]) map(to : v.size)
  {
    v.items[1] += v.tail[1] + v.size;
    v.tail[2] = 1;
  }
#pragma omp target enter data map(to : v, v.items[0 : 6])
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 6; i++) {
    v.items[i] *= 2;
  }
#pragma omp target update from(v.items[2 : 2])
#pragma omp target exit data map(from : v.items[0 : 6]) map(release : v)
  int base = 4;
  int result = 0;
  auto add = [&](int x) { return x + base; };
#pragma omp target map(to : base) map(from : result)
  result = add(3);
  std::puts(items[1] == 32 && items[3] == 8 && v.tail[2] == 1 && result == 7 ? "ok" : "wrong");
}
