// Conjugate gradients with a Jacobi preconditioner on sparse matrices in CSR form: the five-point
// Laplacian of a square, and a random diagonally dominant matrix. All vectors stay on the device;
// the host sees the scalars of each step.
#include "executables/oracle.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  int rows;
  int *start;   // rows + 1 offsets into column and value
  int *column;
  double *value;
} Csr;

static Csr csr_of(int rows, int entries) {
  Csr a;
  a.rows = rows;
  a.start = malloc((size_t)(rows + 1) * sizeof *a.start);
  a.column = malloc((size_t)entries * sizeof *a.column);
  a.value = malloc((size_t)entries * sizeof *a.value);
  a.start[0] = 0;
  return a;
}

static void csr_free(Csr *a) {
  free(a->start);
  free(a->column);
  free(a->value);
}

static void append(Csr *a, int row, int column, double value) {
  int at = a->start[row + 1]++;
  a->column[at] = column;
  a->value[at] = value;
}

static Csr laplacian(int side) {
  int rows = side * side;
  Csr a = csr_of(rows, 5 * rows);
  for (int row = 0; row < rows; ++row) {
    int x = row % side, y = row / side;
    a.start[row + 1] = a.start[row];
    if (y > 0) append(&a, row, row - side, -1);
    if (x > 0) append(&a, row, row - 1, -1);
    append(&a, row, row, 4);
    if (x + 1 < side) append(&a, row, row + 1, -1);
    if (y + 1 < side) append(&a, row, row + side, -1);
  }
  return a;
}

// A symmetric matrix with `pairs` random couples off the diagonal, made positive definite by its
// diagonal (Gershgorin's circles are right of 1).
static Csr dominant(int rows, int pairs, uint64_t *random) {
  double *dense = calloc((size_t)rows * (size_t)rows, sizeof *dense);
  for (int k = 0; k < pairs; ++k) {
    int i = (int)oracle_below(random, rows), j = (int)oracle_below(random, rows);
    if (i == j) continue;
    double couple = oracle_real(random, -1, 1);
    dense[i * rows + j] = couple;
    dense[j * rows + i] = couple;
  }
  Csr a = csr_of(rows, rows + 2 * pairs);
  for (int i = 0; i < rows; ++i) {
    double sum = 1;
    for (int j = 0; j < rows; ++j) sum += fabs(dense[i * rows + j]);
    dense[i * rows + i] = sum * (1 + i % 7);
    a.start[i + 1] = a.start[i];
    for (int j = 0; j < rows; ++j)
      if (dense[i * rows + j] != 0) append(&a, i, j, dense[i * rows + j]);
  }
  free(dense);
  return a;
}

static void multiply_on_host(const Csr *a, const double *x, double *y) {
  for (int i = 0; i < a->rows; ++i) {
    y[i] = 0;
    for (int k = a->start[i]; k < a->start[i + 1]; ++k) y[i] += a->value[k] * x[a->column[k]];
  }
}

// y = A x for vectors that are on the device, and the product of x and y.
static double multiply(const Csr *a, const double *x, double *y) {
  const int rows = a->rows, entries = a->start[rows];
  const int *start = a->start, *column = a->column;
  const double *value = a->value;
  double product = 0;
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64)                      \
    map(present, alloc : start[0 : rows + 1], column[0 : entries], value[0 : entries])              \
    map(present, alloc : x[0 : rows], y[0 : rows]) map(tofrom : product) reduction(+ : product)
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; ++k) sum += value[k] * x[column[k]];
    y[i] = sum;
    product += x[i] * sum;
  }
  return product;
}

// x += alpha p and r -= alpha q; then z = r / diagonal. The product of r and z.
static double advance(int n, double alpha, double *x, double *r, double *z, const double *p,
                      const double *q, const double *diagonal) {
  double product = 0;
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64)                      \
    map(present, alloc : x[0 : n], r[0 : n], z[0 : n], p[0 : n], q[0 : n], diagonal[0 : n])         \
    map(tofrom : product) reduction(+ : product)
  for (int i = 0; i < n; ++i) {
    x[i] += alpha * p[i];
    r[i] -= alpha * q[i];
    z[i] = r[i] / diagonal[i];
    product += r[i] * z[i];
  }
  return product;
}

static void turn(int n, double beta, double *p, const double *z) {
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64)                      \
    map(present, alloc : p[0 : n], z[0 : n])
  for (int i = 0; i < n; ++i) p[i] = z[i] + beta * p[i];
}

// Solves A x = b from x = 0 until r'z has fallen by `reduction`; the number of steps.
static int solve(const Csr *a, const double *b, double *x, double reduction, int limit) {
  const int n = a->rows, entries = a->start[n];
  const int *start = a->start, *column = a->column;
  const double *value = a->value;
  double *r = malloc((size_t)n * sizeof *r), *z = malloc((size_t)n * sizeof *z);
  double *p = malloc((size_t)n * sizeof *p), *q = malloc((size_t)n * sizeof *q);
  double *diagonal = malloc((size_t)n * sizeof *diagonal);
  double rz = 0;
  int steps = 0;
  memset(x, 0, (size_t)n * sizeof *x);
#pragma omp target data map(to : start[0 : n + 1], column[0 : entries], value[0 : entries])         \
    map(to : b[0 : n]) map(tofrom : x[0 : n])                                                       \
    map(alloc : r[0 : n], z[0 : n], p[0 : n], q[0 : n], diagonal[0 : n])
  {
#pragma omp target teams distribute parallel for map(tofrom : rz) reduction(+ : rz)
    for (int i = 0; i < n; ++i) {
      diagonal[i] = 0;
      for (int k = start[i]; k < start[i + 1]; ++k)
        if (column[k] == i) diagonal[i] = value[k];
      r[i] = b[i];
      z[i] = r[i] / diagonal[i];
      p[i] = z[i];
      rz += r[i] * z[i];
    }
    const double enough = rz * reduction;
    while (rz > enough && steps < limit) {
      double alpha = rz / multiply(a, p, q);
      double next = advance(n, alpha, x, r, z, p, q, diagonal);
      turn(n, next / rz, p, z);
      rz = next;
      ++steps;
    }
  }
  free(r);
  free(z);
  free(p);
  free(q);
  free(diagonal);
  return steps;
}

// The steps that the same method takes on the host.
static int steps_on_host(const Csr *a, const double *b, double reduction, int limit) {
  const int n = a->rows;
  double *r = malloc((size_t)n * sizeof *r), *p = malloc((size_t)n * sizeof *p);
  double *q = malloc((size_t)n * sizeof *q), *diagonal = malloc((size_t)n * sizeof *diagonal);
  double rz = 0, first;
  int steps = 0;
  for (int i = 0; i < n; ++i) {
    for (int k = a->start[i]; k < a->start[i + 1]; ++k)
      if (a->column[k] == i) diagonal[i] = a->value[k];
    r[i] = b[i];
    p[i] = r[i] / diagonal[i];
    rz += r[i] * p[i];
  }
  for (first = rz; rz > first * reduction && steps < limit; ++steps) {
    double pq = 0, next = 0;
    multiply_on_host(a, p, q);
    for (int i = 0; i < n; ++i) pq += p[i] * q[i];
    for (int i = 0; i < n; ++i) r[i] -= rz / pq * q[i];
    for (int i = 0; i < n; ++i) next += r[i] * r[i] / diagonal[i];
    for (int i = 0; i < n; ++i) p[i] = r[i] / diagonal[i] + next / rz * p[i];
    rz = next;
  }
  free(r);
  free(p);
  free(q);
  free(diagonal);
  return steps;
}

// Solves for a right side whose solution is known, and judges solution and residual.
static void judge(const char *name, const Csr *a, int limit, uint64_t *random) {
  const int n = a->rows;
  double *known = malloc((size_t)n * sizeof *known), *b = malloc((size_t)n * sizeof *b);
  double *x = malloc((size_t)n * sizeof *x), *back = malloc((size_t)n * sizeof *back);
  for (int i = 0; i < n; ++i) known[i] = oracle_real(random, -1, 1);
  multiply_on_host(a, known, b);
  int steps = solve(a, b, x, 1e-24, limit);
  oracle_within(name, 0, steps, steps_on_host(a, b, 1e-24, limit), 2);
  multiply_on_host(a, x, back);
  double norm = 0;
  for (int i = 0; i < n; ++i) norm += b[i] * b[i];
  for (int i = 0; i < n; ++i) {
    oracle_within("residual", i, back[i], b[i], 1e-10 * sqrt(norm));
    oracle_within("solution", i, x[i], known[i], 1e-8);
  }
  free(known);
  free(b);
  free(x);
  free(back);
}

int main(void) {
  uint64_t random = 1;
  Csr square = laplacian(16);
  judge("steps for the Laplacian", &square, 200, &random);
  csr_free(&square);
  Csr graph = dominant(150, 600, &random);
  judge("steps for the random matrix", &graph, 200, &random);
  csr_free(&graph);
  return oracle_verdict();
}
