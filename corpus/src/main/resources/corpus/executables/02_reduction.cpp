// Whole numbers, whose sum is exact in every order, and fractions within Higham's bound.
#include "ptx/src/02_reduction.cpp"
#include "executables/oracle.hpp"
#include <cstdlib>
#include <vector>

static void sums(oracle::Generator &random, int n) {
  std::vector<double> whole(n), part(n);
  double exact = 0;
  long double sum = 0, magnitude = 0;
  for (int i = 0; i < n; ++i) {
    exact += whole[i] = random.below(2001) - 1000;
    sum += part[i] = random.real(-1, 1);
    magnitude += std::fabs(part[i]);
  }
  oracle::equal("sum of whole numbers", n, f(whole.data(), n), exact);
  // n + 1 terms: the reduction starts from the variable's own 0.
  oracle::within("sum", n, f(part.data(), n), sum, oracle::reordering<double>(n + 1) * magnitude);
}

static void maximumAndUnion(oracle::Generator &random, int n) {
  std::vector<int> x(n);
  int m = -2147483647, o = 0;
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<int>(random.below(1 << 20)) - (1 << 19);
    m = x[i] > m ? x[i] : m;
    o |= x[i];
  }
  oracle::equal("max ^ or", n, g(x.data(), n), m ^ o);
}

int main() {
  oracle::Generator random(2);
  for (int n : {1, 2, 33, 128, 1000}) {
    sums(random, n);
    maximumAndUnion(random, n);
  }
  return oracle::verdict();
}
