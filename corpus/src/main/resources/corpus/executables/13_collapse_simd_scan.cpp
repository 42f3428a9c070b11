// A product of matrices: of whole numbers exactly, of fractions within the bound of an inner product
// in any order (Higham, "Accuracy and Stability of Numerical Algorithms", equation 3.5).
#include "ptx/src/13_collapse_simd_scan.cpp"
#include "executables/oracle.hpp"
#include <vector>

int main() {
  oracle::Generator random(13);
  const int n = 21;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (bool whole : {true, false}) {
    for (int i = 0; i < n * n; ++i) {
      b[i] = whole ? random.below(129) - 64 : random.real(-1, 1);
      c[i] = whole ? random.below(129) - 64 : random.real(-1, 1);
    }
    f(a.data(), b.data(), c.data(), n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        long double sum = 0, magnitude = 0;
        for (int k = 0; k < n; ++k) {
          const long double term = static_cast<long double>(b[i * n + k]) * c[k * n + j];
          sum += term, magnitude += std::fabs(term);
        }
        const auto bound = whole ? 0 : oracle::reordering<float>(n + 1) * magnitude;
        oracle::within("a", i * n + j, a[i * n + j], sum, bound);
      }
  }
  return oracle::verdict();
}
