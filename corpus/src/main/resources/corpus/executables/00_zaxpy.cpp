// The source's own main goes by another name here; as it is, it is the program zaxpy_sum.
#define main zaxpySum
#include "ptx/src/00_zaxpy.cpp"
#undef main
#include "executables/oracle.hpp"
#include <vector>

int main() {
  const long n = 777;
  oracle::Generator random(0);
  std::vector<complex> x(n), y(n), before(n);
  complex d(0.3, -1.7);
  for (long i = 0; i < n; ++i) {
    x[i] = complex(random.real(-4, 4), random.real(-4, 4));
    before[i] = y[i] = complex(random.real(-4, 4), random.real(-4, 4));
  }
  complex *xs = x.data(), *ys = y.data();
#pragma omp target data map(to : xs[0 : n]) map(tofrom : ys[0 : n])
  zaxpy(xs, ys, d, n);
  for (long i = 0; i < n; ++i) {
    // Volatile, so that no product is fused with an addition: what the source says.
    volatile double rr = d.real() * x[i].real(), ii = d.imag() * x[i].imag();
    volatile double ri = d.real() * x[i].imag(), ir = d.imag() * x[i].real();
    volatile double re = rr - ii, im = ri + ir;
    oracle::equal("re", i, y[i].real(), re + before[i].real());
    oracle::equal("im", i, y[i].imag(), im + before[i].imag());
  }
  return oracle::verdict();
}
