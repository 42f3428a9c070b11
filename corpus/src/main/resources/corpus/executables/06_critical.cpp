// c[0] adds up whatever the order. c[1] depends on the order of the threads: with few of them it is
// shown that there is one which gives the value found.
#include "ptx/src/06_critical.cpp"
#include "executables/oracle.hpp"
#include <set>
#include <utility>

// Whether the sections of the iterations in `left` (a bit each), entered in some order after the
// others, end with c0 and c1. Walks back from the end: the last section was of an iteration i with
// c1 = 3 * (c1 before) + c0.
static bool reachable(unsigned left, long c0, long c1, std::set<std::pair<unsigned, long>> &known) {
  if (left == 0) return c0 == 0 && c1 == 1;
  if ((c1 - c0) % 3 != 0 || !known.insert({left, c1}).second) return false;
  for (int i = 0; left >> i; ++i)
    if (left >> i & 1 && reachable(left & ~(1u << i), c0 - i, (c1 - c0) / 3, known)) return true;
  return false;
}

int main() {
  int few[2] = {0, 1};
  const int n = 12;
  f(few, n);
  oracle::equal("c", 0, few[0], n * (n - 1) / 2);
  std::set<std::pair<unsigned, long>> known;
  oracle::holds(reachable((1u << n) - 1, few[0], few[1], known), "c[1]", few[1],
                "what some order of the critical sections gives");
  for (int many : {33, 100, 400}) {
    int c[2] = {0, 0};
    f(c, many);
    oracle::equal("c[0] of iterations", many, c[0], many * (many - 1) / 2);
  }
  return oracle::verdict();
}
