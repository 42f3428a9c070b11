// Virtual functions of objects that one region makes on the device and another calls.
#include "executables/shapes.hpp"

int main() {
  const int n = 300;
  std::vector<Place> places(n);
  std::vector<long> areas(n, -1);
  Place *place = places.data();
  long *area = areas.data();
#pragma omp target data map(alloc : place[0 : n]) map(from : area[0 : n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) make(place + i, i);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) area[i] = shape(place + i)->area();
  }
  for (int i = 0; i < n; ++i) oracle::equal("area", i, area[i], expected(i));
  return oracle::verdict();
}
