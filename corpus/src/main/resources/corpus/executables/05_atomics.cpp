// Inputs hit no bucket but 1 and 4 to 255, so that what the threads do to b[1] and b[3] has one outcome
// in every order; b[2] is some value that b[1] had. Nothing can be said of b[0]: in a capture of the form
// `{ v = x; x = expr; }` the expression is evaluated first, and the source's has a variable without
// a value in it.
#include "ptx/src/05_atomics.cpp"
#include "executables/oracle.hpp"
#include <vector>

int main() {
  oracle::Generator random(5);
  const int n = 700;
  std::vector<int> x(n);
  for (auto &each : x) {
    do each = static_cast<int>(random.below(1 << 16));
    while ((each & 255) == 0 || (each & 255) == 2 || (each & 255) == 3);
  }
  int b[256] = {5, 6, 7, 8}, count[256] = {}, highest = b[3];
  unsigned u[4] = {0, ~0u, 0xABCDu, 99}, u0 = u[0], u1 = u[1], u2 = u[2];
  float fl[4] = {0.25f, 1, 2, 3}, product = fl[1];
  double d[4] = {0.5, 1, 2, 3};
  long long l[4] = {1, 1, 2, 3}, sum = 0;
  for (int each : x) {
    ++count[each & 255];
    u0 |= 1u << (each & 31), u1 &= ~each, u2 ^= each;
    // The same factor each time: one product, whichever thread comes first.
    product *= 1.001f;
    sum += each;
    highest = highest < each ? each : highest;
  }
  f(b, u, fl, d, l, x.data(), n);
  oracle::equal("b", 1, b[1], 6 + count[1]);
  oracle::holds(b[2] >= 6 && b[2] <= b[1], "b[2]", b[2], "from 6 to b[1]");
  oracle::equal("b", 3, b[3], highest);
  for (int i = 4; i < 256; ++i) oracle::equal("b", i, b[i], count[i]);
  oracle::equal("u", 0, u[0], u0);
  oracle::equal("u", 1, u[1], u1);
  oracle::equal("u", 2, u[2], u2);
  oracle::equal("u", 3, u[3], 99u);
  oracle::equal("fl", 0, fl[0], 0.25f + 1.5f * n);
  oracle::equal("fl", 1, fl[1], product);
  oracle::equal("d", 0, d[0], 0.5 + 0.5 * n);
  oracle::equal("l", 0, l[0], 1 + sum);
  return oracle::verdict();
}
