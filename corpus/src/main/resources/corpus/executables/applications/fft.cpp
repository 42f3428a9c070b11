// Fast Fourier transforms (Stockham's form of radix 2, and of radix 4 where the length allows) on
// buffers of the device's own, which swap at each stage; a batch of lengths and both directions. The
// oracle is the discrete transform in long double, Parseval's sum, and a convolution of integers.
#include "executables/oracle.hpp"
#include <cmath>
#include <omp.h>
#include <vector>

namespace {

template <class T> struct Complex {
  T re, im;
};

#pragma omp declare target
template <class T> inline Complex<T> operator+(Complex<T> a, Complex<T> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T> inline Complex<T> operator-(Complex<T> a, Complex<T> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class T> inline Complex<T> operator*(Complex<T> a, Complex<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
// Times the imaginary unit, or minus it.
template <class T> inline Complex<T> quarter(Complex<T> a, int sign) {
  return sign > 0 ? Complex<T>{-a.im, a.re} : Complex<T>{a.im, -a.re};
}
#pragma omp end declare target

constexpr long double PI = 3.14159265358979323846264338327950288L;

// The device's memory for one length: two buffers and the roots of unity.
template <class T> class Plan {
public:
  explicit Plan(int length) : n(length), device(omp_get_default_device()) {
    from = allocate();
    to = allocate();
    roots = allocate();
    std::vector<Complex<T>> values(n);
    for (int k = 0; k < n; ++k) {
      long double angle = 2 * PI * k / n;
      values[k] = {static_cast<T>(std::cos(angle)), static_cast<T>(std::sin(angle))};
    }
    copy_in(roots, values);
  }
  Plan(const Plan &) = delete;
  Plan &operator=(const Plan &) = delete;
  ~Plan() {
    omp_target_free(from, device);
    omp_target_free(to, device);
    omp_target_free(roots, device);
  }

  // The sum over j of x[j] w^(jk) for each k, w = exp(sign 2 pi i / n).
  std::vector<Complex<T>> transform(const std::vector<Complex<T>> &x, int sign) {
    copy_in(from, x);
    int stride = 1;
    for (int left = n; left > 1;) {
      if (left % 4 == 0) {
        radix4(left / 4, stride, sign);
        left /= 4;
        stride *= 4;
      } else {
        radix2(left / 2, stride, sign);
        left /= 2;
        stride *= 2;
      }
      std::swap(from, to);
    }
    std::vector<Complex<T>> y(n);
    omp_target_memcpy(y.data(), from, n * sizeof(Complex<T>), 0, 0, omp_get_initial_device(), device);
    return y;
  }

private:
  Complex<T> *allocate() {
    return static_cast<Complex<T> *>(omp_target_alloc(n * sizeof(Complex<T>), device));
  }
  void copy_in(Complex<T> *where, const std::vector<Complex<T>> &values) {
    omp_target_memcpy(where, values.data(), n * sizeof(Complex<T>), 0, 0, device,
                      omp_get_initial_device());
  }

  void radix2(int half, int stride, int sign) {
    const Complex<T> *x = from, *w = roots;
    Complex<T> *y = to;
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(x, y, w)
    for (int p = 0; p < half; ++p)
      for (int q = 0; q < stride; ++q) {
        Complex<T> root = w[p * stride];
        if (sign < 0) root.im = -root.im;
        Complex<T> a = x[q + stride * p], b = x[q + stride * (p + half)];
        y[q + stride * 2 * p] = a + b;
        y[q + stride * (2 * p + 1)] = (a - b) * root;
      }
  }

  void radix4(int part, int stride, int sign) {
    const Complex<T> *x = from, *w = roots;
    Complex<T> *y = to;
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(x, y, w)
    for (int p = 0; p < part; ++p)
      for (int q = 0; q < stride; ++q) {
        Complex<T> w1 = w[p * stride];
        if (sign < 0) w1.im = -w1.im;
        Complex<T> w2 = w1 * w1, w3 = w2 * w1;
        Complex<T> a = x[q + stride * p], b = x[q + stride * (p + part)];
        Complex<T> c = x[q + stride * (p + 2 * part)], d = x[q + stride * (p + 3 * part)];
        Complex<T> even = a + c, odd = a - c, sum = b + d, turned = quarter(b - d, sign);
        Complex<T> *out = y + q + stride * 4 * p;
        out[0] = even + sum;
        out[stride] = (odd + turned) * w1;
        out[2 * stride] = (even - sum) * w2;
        out[3 * stride] = (odd - turned) * w3;
      }
  }

  int n, device;
  Complex<T> *from, *to, *roots;
};

// The transform by its definition.
template <class T>
std::vector<Complex<long double>> definition(const std::vector<Complex<T>> &x, int sign) {
  const int n = x.size();
  std::vector<Complex<long double>> y(n);
  for (int k = 0; k < n; ++k) {
    Complex<long double> sum{0, 0};
    for (int j = 0; j < n; ++j) {
      long double angle = sign * 2 * PI * (static_cast<long>(j) * k % n) / n;
      Complex<long double> root{std::cos(angle), std::sin(angle)};
      sum = sum + Complex<long double>{x[j].re, x[j].im} * root;
    }
    y[k] = sum;
  }
  return y;
}

template <class T> long double energy(const std::vector<Complex<T>> &x) {
  long double sum = 0;
  for (auto each : x)
    sum += static_cast<long double>(each.re) * each.re + static_cast<long double>(each.im) * each.im;
  return sum;
}

// Compares with the definition, and the way back with the input. The error grows with the logarithm
// of the length (Higham, 2nd edition, theorem 24.2), here bounded by 10 u a stage.
template <class T> void both_ways(int n, oracle::Generator &random) {
  std::vector<Complex<T>> x(n);
  for (auto &each : x)
    each = {static_cast<T>(random.real(-1, 1)), static_cast<T>(random.real(-1, 1))};
  Plan<T> plan(n);
  const auto y = plan.transform(x, -1);
  const auto should = definition(x, -1);
  const long double norm = std::sqrt(energy(x));
  const long double bound = 10 * std::log2(2.0L * n) * std::numeric_limits<T>::epsilon() *
                            std::sqrt(static_cast<long double>(n)) * norm;
  for (int k = 0; k < n; ++k) {
    oracle::within("real part", k, y[k].re, should[k].re, bound);
    oracle::within("imaginary part", k, y[k].im, should[k].im, bound);
  }
  oracle::within("Parseval's sum", n, static_cast<double>(energy(y) / n), energy(x),
                 bound * norm);
  const auto back = plan.transform(y, 1);
  for (int k = 0; k < n; ++k) {
    oracle::within("real part back", k, back[k].re / n, x[k].re, bound);
    oracle::within("imaginary part back", k, back[k].im / n, x[k].im, bound);
  }
}

// The product of two polynomials with small integers as coefficients, exact after rounding.
void polynomials(int degree, oracle::Generator &random) {
  const int n = 2 * degree;
  std::vector<Complex<double>> a(n), b(n), c(n);
  std::vector<long> product(n);
  for (int i = 0; i < degree; ++i) {
    a[i].re = static_cast<double>(random.below(19) - 9);
    b[i].re = static_cast<double>(random.below(19) - 9);
  }
  for (int i = 0; i < degree; ++i)
    for (int j = 0; j < degree; ++j) product[i + j] += static_cast<long>(a[i].re * b[j].re);
  Plan<double> plan(n);
  const auto left = plan.transform(a, -1), right = plan.transform(b, -1);
  for (int k = 0; k < n; ++k) c[k] = left[k] * right[k];
  const auto back = plan.transform(c, 1);
  for (int k = 0; k < n; ++k) oracle::equal("coefficient", k, std::lround(back[k].re / n), product[k]);
}

} // namespace

int main() {
  oracle::Generator random(3);
  both_ways<double>(256, random);
  both_ways<double>(128, random);
  both_ways<float>(64, random);
  both_ways<float>(2, random);
  polynomials(128, random);
  return oracle::verdict();
}
