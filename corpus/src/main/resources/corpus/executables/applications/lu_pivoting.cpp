// Dense LU factorisation with partial pivoting, for several right sides, in float and double: the
// pivot is a user-defined reduction, the trailing update a collapsed loop. The oracle multiplies the
// factors on the host and compares with the permuted matrix.
#include "executables/oracle.hpp"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace {

// The row whose element is greatest in magnitude; of equal ones the first.
struct Pivot {
  double magnitude;
  int row;
};

#pragma omp declare target
inline Pivot greater(Pivot a, Pivot b) {
  if (a.magnitude != b.magnitude) return a.magnitude > b.magnitude ? a : b;
  return a.row < b.row ? a : b;
}
#pragma omp end declare target

#pragma omp declare reduction(pivot : Pivot : omp_out = greater(omp_out, omp_in))                   \
    initializer(omp_priv = Pivot{-1.0, 1 << 30})

template <class T> class Matrix {
public:
  Matrix(int rows, int columns) : height(rows), width(columns), cells(rows * columns) {}
  T &operator()(int i, int j) { return cells[i * width + j]; }
  T operator()(int i, int j) const { return cells[i * width + j]; }
  T *data() { return cells.data(); }
  int rows() const { return height; }
  int columns() const { return width; }
  int size() const { return height * width; }

private:
  int height, width;
  std::vector<T> cells;
};

template <class T> Pivot find_pivot(const T *a, int n, int k) {
  Pivot best{-1.0, 1 << 30};
#pragma omp target teams distribute parallel for num_teams(2) map(present, alloc : a[0 : n * n])    \
    map(tofrom : best) reduction(pivot : best)
  for (int i = k; i < n; ++i)
    best = greater(best, Pivot{std::fabs(static_cast<double>(a[i * n + k])), i});
  return best;
}

template <class T> void swap_rows(T *a, int n, int columns, int first, int second) {
  if (first == second) return;
#pragma omp target teams distribute parallel for map(present, alloc : a[0 : n * columns])
  for (int j = 0; j < columns; ++j) {
    T kept = a[first * columns + j];
    a[first * columns + j] = a[second * columns + j];
    a[second * columns + j] = kept;
  }
}

// Column k of L, and the update of what is right of and below it.
template <class T> void eliminate(T *a, int n, int k) {
#pragma omp target teams distribute parallel for map(present, alloc : a[0 : n * n])
  for (int i = k + 1; i < n; ++i) a[i * n + k] /= a[k * n + k];
#pragma omp target teams distribute parallel for collapse(2) map(present, alloc : a[0 : n * n])
  for (int i = k + 1; i < n; ++i)
    for (int j = k + 1; j < n; ++j) a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

// Factors `a` in place and permutes the rows of `b` alike; false if a column has no pivot.
template <class T> bool factor(Matrix<T> &a, Matrix<T> &b, std::vector<int> &order) {
  const int n = a.rows();
  T *elements = a.data(), *sides = b.data();
  const int length = b.size(), columns = b.columns();
  std::iota(order.begin(), order.end(), 0);
  bool regular = true;
#pragma omp target data map(tofrom : elements[0 : n * n], sides[0 : length])
  for (int k = 0; k < n && regular; ++k) {
    Pivot pivot = find_pivot(elements, n, k);
    regular = pivot.magnitude > 0;
    if (!regular) break;
    swap_rows(elements, n, n, k, pivot.row);
    swap_rows(sides, n, columns, k, pivot.row);
    std::swap(order[k], order[pivot.row]);
    eliminate(elements, n, k);
  }
  return regular;
}

// Forward and backward substitution; one thread for each right side.
template <class T> void substitute(Matrix<T> &lu, Matrix<T> &b) {
  const int n = lu.rows(), columns = b.columns();
  const T *a = lu.data();
  T *x = b.data();
#pragma omp target teams distribute parallel for map(to : a[0 : n * n]) map(tofrom : x[0 : n * columns])
  for (int side = 0; side < columns; ++side) {
    for (int i = 0; i < n; ++i) {
      T sum = x[i * columns + side];
      for (int j = 0; j < i; ++j) sum -= a[i * n + j] * x[j * columns + side];
      x[i * columns + side] = sum;
    }
    for (int i = n - 1; i >= 0; --i) {
      T sum = x[i * columns + side];
      for (int j = i + 1; j < n; ++j) sum -= a[i * n + j] * x[j * columns + side];
      x[i * columns + side] = sum / a[i * n + i];
    }
  }
}

template <class T> Matrix<T> random_matrix(int rows, int columns, oracle::Generator &random) {
  Matrix<T> matrix(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) matrix(i, j) = static_cast<T>(random.real(-1, 1));
  return matrix;
}

// The determinant: the product of the pivots, with the sign of the permutation.
template <class T> double determinant(Matrix<T> &lu, const std::vector<int> &order) {
  const int n = lu.rows();
  const T *a = lu.data();
  double product = 1;
#pragma omp target teams distribute parallel for map(to : a[0 : n * n]) map(tofrom : product)       \
    reduction(* : product)
  for (int i = 0; i < n; ++i) product *= a[i * n + i];
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      if (order[i] > order[j]) product = -product;
  return product;
}

// |PA - LU| <= 2 gamma(n) |L||U|, element by element: Higham, "Accuracy and Stability of Numerical
// Algorithms", 2nd edition, theorem 9.3; twice, because device code may fuse operations.
template <class T>
void judge_factors(const Matrix<T> &a, const Matrix<T> &lu, const std::vector<int> &order) {
  const int n = a.rows();
  const long double gamma = 2 * oracle::reordering<T>(2 * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      long double sum = 0, magnitudes = 0;
      for (int k = 0; k <= std::min(i, j); ++k) {
        long double lower = k == i ? 1 : static_cast<long double>(lu(i, k));
        long double term = lower * lu(k, j);
        sum += term;
        magnitudes += std::fabs(term);
      }
      oracle::within("LU", i * n + j, a(order[i], j), sum, gamma * magnitudes);
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) oracle::holds(std::fabs(lu(i, j)) <= 1, "multiplier", i, "at most 1");
}

template <class T> void judge_pivots(const Matrix<T> &a, const std::vector<int> &order) {
  auto sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < a.rows(); ++i) oracle::equal("row of the permutation", i, sorted[i], i);
  int first = 0;
  for (int i = 1; i < a.rows(); ++i)
    if (std::fabs(a(i, 0)) > std::fabs(a(first, 0))) first = i;
  oracle::equal("first pivot", 0, order[0], first);
}

template <class T> void solve(int n, int columns, double tolerance, oracle::Generator &random) {
  const auto a = random_matrix<T>(n, n, random);
  const auto known = random_matrix<T>(n, columns, random);
  Matrix<T> b(n, columns);
  for (int i = 0; i < n; ++i)
    for (int side = 0; side < columns; ++side) {
      double sum = 0;
      for (int j = 0; j < n; ++j) sum += static_cast<double>(a(i, j)) * known(j, side);
      b(i, side) = static_cast<T>(sum);
    }
  auto lu = a;
  std::vector<int> order(n);
  oracle::holds(factor(lu, b, order), "matrix", 0, "regular");
  judge_pivots(a, order);
  judge_factors(a, lu, order);
  substitute(lu, b);
  for (int i = 0; i < n; ++i)
    for (int side = 0; side < columns; ++side)
      oracle::within("solution", i * columns + side, b(i, side), known(i, side), tolerance);
}

// A matrix of rank n - 1 in small integers, where elimination is exact: the last pivot is zero.
void singular(int n) {
  Matrix<double> a(n, n), b(n, 1);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = i == j ? 1 : 0;
  for (int j = 0; j < n; ++j) a(n - 1, j) = j < n - 1 ? 1 : 0;
  std::vector<int> order(n);
  oracle::holds(!factor(a, b, order), "matrix", 0, "singular");
}

// The matrix of the minima of row and column numbers, from 1, has the determinant 1; with one row
// negated and two exchanged it is 1 again.
void minima(int n) {
  Matrix<double> a(n, n), b(n, 1);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = std::min(i, j) + 1;
  for (int j = 0; j < n; ++j) {
    std::swap(a(0, j), a(n - 1, j));
    a(1, j) = -a(1, j);
  }
  std::vector<int> order(n);
  oracle::holds(factor(a, b, order), "matrix of minima", 0, "regular");
  oracle::within("determinant", n, determinant(a, order), 1, 1e-10);
}

} // namespace

int main() {
  oracle::Generator random(2);
  solve<double>(24, 3, 1e-9, random);
  solve<float>(17, 5, 1e-2, random);
  singular(6);
  minima(12);
  return oracle::verdict();
}
