#include "ptx/src/12_tasks.cpp"
#include "executables/oracle.hpp"
#include <vector>

int main() {
  oracle::Generator random(12);
  for (int n : {1, 40, 200}) {
    std::vector<int> x(n);
    for (auto &each : x) each = static_cast<int>(random.below(1 << 20));
    auto before = x;
    f(x.data(), n);
    for (int i = 0; i < n; ++i) oracle::equal("x", i, x[i], (before[i] + i) * 2);
  }
  return oracle::verdict();
}
