// The programs of the corpus that need no more than a device, each in a namespace of its own.
#include "executables/oracle.hpp"
#include <omp.h>

namespace declared {
#include "programs/declared/declared.cpp"
}
namespace dispatch {
#include "programs/dispatch/dispatch.cpp"
#pragma omp declare target
int Base::twice(int n) { return 2 * n; }
int Derived::twice(int n) { return 2 * n + 1; }
#pragma omp end declare target
}
namespace generic {
#include "programs/generic/generic.cpp"
}
namespace globals {
#include "programs/globals/t.c"
}
namespace lifetimes {
#include "programs/lifetimes/lifetimes.cpp"
#pragma omp declare target
extern "C" int seed(void) { return 4; }
Counter::~Counter() { start = 0; }
#pragma omp end declare target
}
namespace nested {
#include "programs/nested/nested.cpp"
}
namespace staged {
#include "programs/staged/staged.cpp"
}
namespace stages {
#include "programs/stages/stages.cpp"
}

static int declaredTotal() {
  const int primes[] = {2, 3, 5, 7}, linked[] = {1, 1, 2, 3, 5, 8, 13, 21};
  int total = 0;
  for (int i = 0; i < 8; ++i) total += i + primes[i % 4] + 11 + i + linked[i];
  return total;
}

static int stagesSum() {
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += i * i - (i + 1);
  return sum;
}

int main() {
  oracle::equal("declared", 0, declared::main(), declaredTotal());
  oracle::equal("dispatch", 0, dispatch::call(), 7);
  oracle::equal("generic", 0, generic::main(), 0);
  oracle::equal("globals", 0, globals::foo(100), 100 + 7 + 2 + 3 + 5);
  oracle::equal("lifetimes", 0, lifetimes::next(100), 100 + 3 + 4 + 4);
  oracle::equal("nested", 0, nested::main(), 0);
  oracle::equal("staged", 0, staged::main(), 0);
  oracle::equal("stages", 0, stages::main(), stagesSum());
  return oracle::verdict();
}
