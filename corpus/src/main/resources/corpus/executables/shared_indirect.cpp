// The program `indirect` of the corpus, in unified shared memory.
#include "executables/oracle.hpp"

#include "programs/indirect/ind.c"

int main() {
  oracle::equal("run", 0, run(ifun), 4);
  return oracle::verdict();
}
