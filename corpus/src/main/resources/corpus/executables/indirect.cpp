// The program `indirect` of the corpus without unified shared memory: the pointer that is all the
// region is given is translated by the host's runtime.
#include "executables/oracle.hpp"

#pragma omp begin declare target indirect
int ifun(int x) { return x + 1; }
#pragma omp end declare target
int gg = 3;
#pragma omp declare target enter(gg)
typedef int (*fp)(int);

static int run(fp f) {
  int s = 0;
#pragma omp target map(tofrom : s)
  { s = f(3); }
  return s;
}

int main() {
  oracle::equal("run", 0, run(ifun), 4);
  return oracle::verdict();
}
