// The innermost region is nested in an active one. As max-active-levels-var is 1 unless the program
// says otherwise (LLVM, on host and device), it has one thread, number 0, at level 2.
#include "ptx/src/03_nested_parallel.cpp"
#include "executables/oracle.hpp"
#include <vector>

int main() {
  oracle::Generator random(3);
  for (int n : {1, 7, 20}) {
    std::vector<int> x(n * n);
    for (auto &each : x) each = static_cast<int>(random.below(1000));
    auto before = x;
    f(x.data(), n);
    for (int i = 0; i < n * n; ++i) oracle::equal("x", i, x[i], before[i] + 0 + 2);
  }
  return oracle::verdict();
}
