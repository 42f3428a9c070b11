// Constructs on an interoperability object wait for the tasks that their dependences name: OpenMP 5.1,
// section 2.15.1.
#include <omp.h>
#include <unistd.h>
#include "executables/oracle.hpp"

static int region() {
  int sum = 1;
#pragma omp target map(tofrom : sum)
  sum += 1;
  return sum;
}

// The tasks sleep, so that a construct that does not wait sees the value from before.
static void dependences() {
  omp_interop_t object = omp_interop_none;
  volatile int stage = 0;
  int seen[3] = {-1, -1, -1};
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : object) shared(stage)
    { usleep(50000); stage = 1; }
#pragma omp interop init(targetsync : object) depend(inout : object)
    seen[0] = stage;
#pragma omp task depend(out : seen) shared(stage)
    { usleep(50000); stage = 2; }
#pragma omp interop use(object) depend(inout : seen)
    seen[1] = stage;
#pragma omp task depend(out : seen) shared(stage)
    { usleep(50000); stage = 3; }
#pragma omp interop destroy(object) depend(inout : seen)
    seen[2] = stage;
  }
  for (int i = 0; i < 3; i++) oracle::equal("stage", i, seen[i], i + 1);
  oracle::holds(object == omp_interop_none, "destroyed", 0, "1");
}

int main() {
  oracle::equal("region", 0, region(), 2);
  dependences();
  return oracle::verdict();
}
