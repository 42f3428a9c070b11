// Batches of tridiagonal systems: Thomas' algorithm with one thread for each system, in interleaved
// storage; parallel cyclic reduction with one team for each; and cyclic systems by Sherman and
// Morrison. Used to step a diffusion equation implicitly. The oracle multiplies back.
#include "executables/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 96 };

// System s has its row i at i * systems + s.
typedef struct {
  int systems, n;
  double *lower, *diagonal, *upper, *right;
} Batch;

static double *doubles(size_t count) { return calloc(count, sizeof(double)); }

static Batch batch_make(int systems, int n) {
  size_t size = (size_t)systems * (size_t)n;
  return (Batch){systems, n, doubles(size), doubles(size), doubles(size), doubles(size)};
}

static void batch_free(Batch *b) {
  free(b->lower);
  free(b->diagonal);
  free(b->upper);
  free(b->right);
}

static void batch_enter(const Batch *b) {
  const int size = b->systems * b->n;
#pragma omp target enter data map(to : b->lower[0 : size], b->diagonal[0 : size])                   \
    map(to : b->upper[0 : size], b->right[0 : size])
}

static void batch_leave(const Batch *b) {
  const int size = b->systems * b->n;
#pragma omp target exit data map(release : b->lower[0 : size], b->diagonal[0 : size])               \
    map(release : b->upper[0 : size], b->right[0 : size])
}

// x of each system; the systems' storage is left as it is.
static void thomas(const Batch *b, double *x) {
  const int systems = b->systems, n = b->n, size = systems * n;
  const double *lower = b->lower, *diagonal = b->diagonal, *upper = b->upper, *right = b->right;
#pragma omp target teams distribute parallel for thread_limit(32) map(from : x[0 : size])           \
    map(present, alloc : lower[0 : size], diagonal[0 : size], upper[0 : size], right[0 : size])
  for (int s = 0; s < systems; ++s) {
    double factor[MOST], value[MOST];
    factor[0] = upper[s] / diagonal[s];
    value[0] = right[s] / diagonal[s];
    for (int i = 1; i < n; ++i) {
      int at = i * systems + s;
      double pivot = diagonal[at] - lower[at] * factor[i - 1];
      factor[i] = upper[at] / pivot;
      value[i] = (right[at] - lower[at] * value[i - 1]) / pivot;
    }
    for (int i = n - 1; i >= 0; --i) {
      if (i < n - 1) value[i] -= factor[i] * value[i + 1];
      x[i * systems + s] = value[i];
    }
  }
}

// Each step replaces a row's neighbours by those twice as far away, until there are none.
static void cyclic_reduction(const Batch *b, double *x) {
  const int systems = b->systems, n = b->n, size = systems * n;
  const double *lower = b->lower, *diagonal = b->diagonal, *upper = b->upper, *right = b->right;
#pragma omp target teams distribute num_teams(systems) thread_limit(64) map(from : x[0 : size])     \
    map(present, alloc : lower[0 : size], diagonal[0 : size], upper[0 : size], right[0 : size])
  for (int s = 0; s < systems; ++s) {
    double a[2][MOST], d[2][MOST], c[2][MOST], r[2][MOST];
    int now = 0;
#pragma omp parallel for
    for (int i = 0; i < n; ++i) {
      int at = i * systems + s;
      a[0][i] = i > 0 ? lower[at] : 0;
      d[0][i] = diagonal[at];
      c[0][i] = i < n - 1 ? upper[at] : 0;
      r[0][i] = right[at];
    }
    for (int apart = 1; apart < n; apart *= 2) {
      const int next = 1 - now;
#pragma omp parallel for
      for (int i = 0; i < n; ++i) {
        int above = i - apart, below = i + apart;
        double up = above >= 0 ? -a[now][i] / d[now][above] : 0;
        double down = below < n ? -c[now][i] / d[now][below] : 0;
        double pivot = d[now][i], side = r[now][i];
        if (above >= 0) {
          pivot += up * c[now][above];
          side += up * r[now][above];
        }
        if (below < n) {
          pivot += down * a[now][below];
          side += down * r[now][below];
        }
        a[next][i] = above >= 0 ? up * a[now][above] : 0;
        c[next][i] = below < n ? down * c[now][below] : 0;
        d[next][i] = pivot;
        r[next][i] = side;
      }
      now = next;
    }
#pragma omp parallel for
    for (int i = 0; i < n; ++i) x[i * systems + s] = r[now][i] / d[now][i];
  }
}

typedef void (*Solver)(const Batch *, double *);

// Systems in which row 0 also has `lower` of the last column, and the last row `upper` of the first:
// A + u v' with u = (gamma, 0 ... upper), v = (1, 0 ... lower / gamma), gamma = -diagonal.
static void solve_cyclic(const Batch *b, Solver solve, double *x) {
  const int systems = b->systems, n = b->n, size = systems * n;
  Batch changed = batch_make(systems, n), correction = batch_make(systems, n);
  double *z = doubles((size_t)size);
  const double *diagonal = b->diagonal;
  memcpy(changed.lower, b->lower, (size_t)size * sizeof(double));
  memcpy(changed.upper, b->upper, (size_t)size * sizeof(double));
  memcpy(changed.diagonal, diagonal, (size_t)size * sizeof(double));
  memcpy(changed.right, b->right, (size_t)size * sizeof(double));
  for (int s = 0; s < systems; ++s) {
    int last = (n - 1) * systems + s;
    changed.diagonal[s] = 2 * diagonal[s];
    changed.diagonal[last] += b->lower[s] * b->upper[last] / diagonal[s];
    correction.right[s] = -diagonal[s];
    correction.right[last] = b->upper[last];
  }
  memcpy(correction.lower, changed.lower, (size_t)size * sizeof(double));
  memcpy(correction.upper, changed.upper, (size_t)size * sizeof(double));
  memcpy(correction.diagonal, changed.diagonal, (size_t)size * sizeof(double));
  batch_enter(&changed);
  batch_enter(&correction);
  solve(&changed, x);
  solve(&correction, z);
  batch_leave(&changed);
  batch_leave(&correction);
  const double *corner = b->lower;
#pragma omp target teams distribute parallel for map(to : z[0 : size], corner[0 : systems])         \
    map(to : diagonal[0 : systems]) map(tofrom : x[0 : size])
  for (int s = 0; s < systems; ++s) {
    int last = (n - 1) * systems + s;
    double share = -corner[s] / diagonal[s];
    double factor = (x[s] + share * x[last]) / (1 + z[s] + share * z[last]);
    for (int i = 0; i < n; ++i) x[i * systems + s] -= factor * z[i * systems + s];
  }
  batch_free(&changed);
  batch_free(&correction);
  free(z);
}

static void fill(Batch *b, uint64_t *random) {
  for (int k = 0; k < b->systems * b->n; ++k) {
    b->lower[k] = oracle_real(random, -1, 1);
    b->upper[k] = oracle_real(random, -1, 1);
    b->diagonal[k] = oracle_real(random, 2.5, 4) * (k % 3 == 0 ? -1 : 1);
    b->right[k] = oracle_real(random, -10, 10);
  }
}

static void judge(const char *name, const Batch *b, const double *x, int is_cyclic) {
  for (int s = 0; s < b->systems; ++s)
    for (int i = 0; i < b->n; ++i) {
      int at = i * b->systems + s, above = (i + b->n - 1) % b->n, below = (i + 1) % b->n;
      double sum = b->diagonal[at] * x[at];
      if (i > 0 || is_cyclic) sum += b->lower[at] * x[above * b->systems + s];
      if (i < b->n - 1 || is_cyclic) sum += b->upper[at] * x[below * b->systems + s];
      oracle_within(name, at, sum, b->right[at], 1e-11);
    }
}

static void solve_batch(int systems, int n, uint64_t *random) {
  Batch b = batch_make(systems, n);
  double *x = doubles((size_t)(systems * n));
  fill(&b, random);
  batch_enter(&b);
  thomas(&b, x);
  judge("right side after Thomas", &b, x, 0);
  cyclic_reduction(&b, x);
  judge("right side after cyclic reduction", &b, x, 0);
  batch_leave(&b);
  solve_cyclic(&b, thomas, x);
  judge("right side of a cyclic system", &b, x, 1);
  solve_cyclic(&b, cyclic_reduction, x);
  judge("right side of a cyclic system", &b, x, 1);
  batch_free(&b);
  free(x);
}

// Sines on a ring decay by 1 / (1 + 4 r sin^2(k pi / n)) in an implicit step of diffusion.
static void diffuse(int n, int steps) {
  const double pi = 3.14159265358979323846, ratio = 0.8;
  Batch b = batch_make(4, n);
  double *x = doubles((size_t)(4 * n));
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < n; ++i) {
      int at = i * 4 + k;
      b.lower[at] = b.upper[at] = -ratio;
      b.diagonal[at] = 1 + 2 * ratio;
      b.right[at] = sin(2 * pi * (k + 1) * i / n);
    }
  for (int step = 0; step < steps; ++step) {
    solve_cyclic(&b, thomas, x);
    memcpy(b.right, x, (size_t)(4 * n) * sizeof(double));
  }
  for (int k = 0; k < 4; ++k) {
    double sine = sin(pi * (k + 1) / n), decay = pow(1 + 4 * ratio * sine * sine, -steps);
    for (int i = 0; i < n; ++i)
      oracle_within("wave", k, x[i * 4 + k], decay * sin(2 * pi * (k + 1) * i / n), 1e-12);
  }
  batch_free(&b);
  free(x);
}

int main(void) {
  uint64_t random = 16;
  solve_batch(5, 64, &random);
  solve_batch(3, 45, &random);
  diffuse(32, 6);
  return oracle_verdict();
}
