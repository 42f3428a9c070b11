// Each function may be off by what the CUDA C++ Programming Guide (12.6, "Mathematical Functions",
// tables of single and double precision functions) states, in units in the last place; so may be the
// host's, for which twice that is ample. The sum rounds once more for each term.
#include "ptx/src/08_math.cpp"
#include "executables/oracle.hpp"
#include <vector>

template <class T> class Sum {
public:
  void add(long double term, int ulps) {
    total += term;
    magnitude += std::fabs(term);
    T rounded = static_cast<T>(std::fabs(term));
    bound += ulps * (static_cast<long double>(std::nextafter(rounded, std::numeric_limits<T>::infinity())) - rounded);
    ++terms;
  }
  void check(const char *name, long index, T is) const {
    oracle::within(name, index, is, total, bound + oracle::reordering<T>(terms + 1) * magnitude);
  }

private:
  long double total = 0, magnitude = 0, bound = 0;
  int terms = 0;
};

static void single(int i, float x, float is) {
  Sum<float> s;
  const long double v = x;
  s.add(sinl(v), 2), s.add(cosl(v), 2), s.add(expl(v), 2), s.add(logl(v), 1), s.add(sqrtl(v), 1);
  s.add(powl(v, 1.3f), 4), s.add(tanhl(v), 2), s.add(floorl(v), 0), s.add(fabsl(v), 0);
  s.add(fmaxl(v, 2), 0), s.add(fmodl(v, 3), 0), s.add(atan2l(v, 2), 3), s.add(rintl(v), 0), s.add(erfl(v), 2);
  s.check("x", i, is);
}

static void twice(int i, double y, double is) {
  Sum<double> s;
  const long double v = y;
  s.add(sinl(v), 2), s.add(cosl(v), 2), s.add(expl(v), 1), s.add(logl(v), 1), s.add(sqrtl(v), 1);
  s.add(powl(v, 1.3), 2), s.add(tanhl(v), 1), s.add(floorl(v), 0), s.add(fabsl(v), 0);
  s.add(fmaxl(v, 2), 0), s.add(fmodl(v, 3), 0), s.add(cbrtl(v), 1), s.add(1 / v, 1);
  s.check("y", i, is);
}

int main() {
  oracle::Generator random(8);
  const int n = 200;
  std::vector<float> x(n);
  std::vector<double> y(n);
  for (int i = 0; i < n; ++i) x[i] = random.real(0.01, 20), y[i] = random.real(0.01, 20);
  x[0] = 1, y[0] = 1, x[1] = 2.5f, y[1] = 2.5, x[2] = 3, y[2] = 3, x[3] = 0.5f, y[3] = 0.5;
  auto xs = x;
  auto ys = y;
  f(xs.data(), ys.data(), n);
  for (int i = 0; i < n; ++i) single(i, x[i], xs[i]), twice(i, y[i], ys[i]);
  return oracle::verdict();
}
