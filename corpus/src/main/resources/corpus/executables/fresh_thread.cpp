// A thread whose first construct launches a region that has nothing to map.
#include "executables/oracle.hpp"
#include <thread>

static int x[4] = {1, 2, 3, 4};

static void add() {
#pragma omp target
  for (int i = 0; i < 4; ++i) x[i] += 10;
}

int main() {
#pragma omp target enter data map(to : x)
  std::thread(add).join();
#pragma omp target exit data map(from : x)
  for (int i = 0; i < 4; ++i) oracle::equal("x", i, x[i], 11 + i);
  return oracle::verdict();
}
