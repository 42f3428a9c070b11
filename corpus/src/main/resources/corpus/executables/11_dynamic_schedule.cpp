// Whoever gets an iteration: every one is done once, in each of the three loops.
#include "ptx/src/11_dynamic_schedule.cpp"
#include "executables/oracle.hpp"
#include <vector>

int main() {
  oracle::Generator random(11);
  for (int n : {1, 30, 130, 500}) {
    std::vector<int> x(n);
    for (auto &each : x) each = static_cast<int>(random.below(1 << 20));
    auto before = x;
    f(x.data(), n);
    for (int i = 0; i < n; ++i) oracle::equal("x", i, x[i], before[i] ^ i);
  }
  return oracle::verdict();
}
