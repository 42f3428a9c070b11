#include "ptx/src/01_parallel_for.cpp"
#include "executables/oracle.hpp"
#include <vector>

int main() {
  oracle::Generator random(1);
  for (int n : {0, 1, 31, 128, 129, 1000}) {
    std::vector<float> x(n), y(n);
    for (int i = 0; i < n; ++i) x[i] = random.real(-3, 3), y[i] = random.real(-3, 3);
    const float a = random.real(-3, 3);
    auto before = y;
    f(x.data(), y.data(), n, a);
    for (int i = 0; i < n; ++i) oracle::contracted("y", i, y[i], a, x[i], before[i]);
  }
  return oracle::verdict();
}
