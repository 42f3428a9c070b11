// The driver has the table, the recursion and the virtual call once more, in its own words.
#include "ptx/src/10_declare_target.cpp"
#include "executables/oracle.hpp"
#include <vector>

static int recursion(int a) {
  int added = 0;
  for (int depth = 5; depth > 0; --depth) {
    added += 7 + (a & 3);
    a = a * 3 + 1 + (a & 15);
  }
  return a + added;
}

int main() {
  oracle::Generator random(10);
  const int n = 300;
  for (int sel : {0, 1}) {
    std::vector<int> x(n);
    for (auto &each : x) each = static_cast<int>(random.below(100000));
    auto before = x;
    f(x.data(), n, sel);
    for (int i = 0; i < n; ++i) {
      const int a = before[i];
      const int called = (a + sel) % 2 ? recursion(a) : a - 5;
      oracle::equal("x", i, x[i], called + (a & 2 ? 3 * i : 1));
    }
  }
  return oracle::verdict();
}
