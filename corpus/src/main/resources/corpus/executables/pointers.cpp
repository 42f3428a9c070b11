// The program `pointers` of the corpus: which function, the host chooses.
#include "executables/oracle.hpp"

namespace pointers {
#include "programs/pointers/pointers.cpp"
}

int main() {
  oracle::equal("pointers", 0, pointers::main(), 0);
  for (int i = 0; i < 8; ++i) {
    const int should[] = {2 * (i + 1), (i + 1) * (i + 1), -(i + 1)};
    oracle::equal("values", i, pointers::values[i], should[i % 3]);
  }
  return oracle::verdict();
}
