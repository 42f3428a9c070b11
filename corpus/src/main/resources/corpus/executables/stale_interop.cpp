// Uses an interoperability object that was destroyed.
#include <omp.h>

int main() {
  omp_interop_t object = omp_interop_none;
#pragma omp target
  {}
#pragma omp interop init(target : object) device(0)
  omp_interop_t copy = object;
#pragma omp interop destroy(object)
#pragma omp interop use(copy)
  return 0;
}
