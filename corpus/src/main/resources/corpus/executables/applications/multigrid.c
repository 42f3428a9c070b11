// Multigrid for Poisson's equation on the unit square: V- and W-cycles with red-black Gauss-Seidel, full
// weighting and bilinear interpolation. The grids of all levels are members of structures whose
// pointers are attached on the device. The oracle is the same cycle on the host, and the order of
// the discretisation's error.
#include "executables/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 5, SWEEPS = 2 };

// A grid of (n + 1) x (n + 1) points, those at the edge included.
typedef struct {
  int n;
  double *u; // the unknown
  double *f; // the right side
  double *r; // the residual
} Grid;

static size_t points(int n) { return (size_t)(n + 1) * (size_t)(n + 1); }

static void grid_make(Grid *grid, int n) {
  grid->n = n;
  grid->u = calloc(points(n), sizeof(double));
  grid->f = calloc(points(n), sizeof(double));
  grid->r = calloc(points(n), sizeof(double));
}

static void grid_free(Grid *grid) {
  free(grid->u);
  free(grid->f);
  free(grid->r);
}

static void grid_enter(Grid *grid) {
  const size_t size = points(grid->n);
#pragma omp target enter data map(to : grid[0 : 1])
#pragma omp target enter data map(to : grid->u[0 : size], grid->f[0 : size], grid->r[0 : size])
}

static void grid_exit(Grid *grid) {
  const size_t size = points(grid->n);
#pragma omp target exit data map(from : grid->u[0 : size])                                          \
    map(release : grid->f[0 : size], grid->r[0 : size])
#pragma omp target exit data map(release : grid[0 : 1])
}

// The points of one colour, whose neighbours are all of the other.
static void relax(Grid *grid, int colour, int on_device) {
  const int n = grid->n;
  const double square = 1.0 / n / n;
#pragma omp target teams distribute parallel for collapse(2) if (on_device) map(to : grid[0 : 1])
  for (int y = 1; y < n; ++y)
    for (int half = 0; half < n / 2; ++half) {
      int x = 2 * half + (y + colour) % 2;
      if (x == 0) continue;
      int at = y * (n + 1) + x;
      double *u = grid->u;
      u[at] = 0.25 * (u[at - 1] + u[at + 1] + u[at - n - 1] + u[at + n + 1] + square * grid->f[at]);
    }
}

static void residual(Grid *grid, int on_device) {
  const int n = grid->n;
  const double scale = (double)n * n;
#pragma omp target teams distribute parallel for collapse(2) if (on_device) map(to : grid[0 : 1])
  for (int y = 1; y < n; ++y)
    for (int x = 1; x < n; ++x) {
      int at = y * (n + 1) + x;
      const double *u = grid->u;
      double laplacian = 4 * u[at] - u[at - 1] - u[at + 1] - u[at - n - 1] - u[at + n + 1];
      grid->r[at] = grid->f[at] - scale * laplacian;
    }
}

// The fine grid's residual becomes the coarse grid's right side, whose unknown begins with zero.
static void restrict_residual(Grid *fine, Grid *coarse, int on_device) {
  const int n = coarse->n, wide = fine->n + 1;
#pragma omp target teams distribute parallel for collapse(2) if (on_device)                         \
    map(to : fine[0 : 1], coarse[0 : 1])
  for (int y = 1; y < n; ++y)
    for (int x = 1; x < n; ++x) {
      const double *r = fine->r + 2 * y * wide + 2 * x;
      double corners = r[-wide - 1] + r[-wide + 1] + r[wide - 1] + r[wide + 1];
      double sides = r[-1] + r[1] + r[-wide] + r[wide];
      coarse->f[y * (n + 1) + x] = 0.25 * r[0] + 0.125 * sides + 0.0625 * corners;
      coarse->u[y * (n + 1) + x] = 0;
    }
}

static void correct(Grid *fine, Grid *coarse, int on_device) {
  const int n = fine->n, wide = coarse->n + 1;
#pragma omp target teams distribute parallel for collapse(2) if (on_device)                         \
    map(to : fine[0 : 1], coarse[0 : 1])
  for (int y = 1; y < n; ++y)
    for (int x = 1; x < n; ++x) {
      const double *c = coarse->u + y / 2 * wide + x / 2;
      int right = x % 2, down = y % 2 * wide;
      fine->u[y * (n + 1) + x] += 0.25 * (c[0] + c[right] + c[down] + c[down + right]);
    }
}

// What the cycle does on a grid that has one inner point, which one relaxation solves.
static void solve_coarsest(Grid *grid, int on_device) { relax(grid, 0, on_device); }

static void smooth(Grid *grid, int sweeps, int on_device) {
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    relax(grid, 0, on_device);
    relax(grid, 1, on_device);
  }
}

// One cycle: `visits` to the next coarser grid, 1 for the V-cycle and 2 for the W-cycle.
static void cycle(Grid *grids, int level, int visits, int on_device) {
  Grid *grid = grids + level;
  if (grid->n == 2) {
    solve_coarsest(grid, on_device);
    return;
  }
  smooth(grid, SWEEPS, on_device);
  residual(grid, on_device);
  restrict_residual(grid, grid + 1, on_device);
  for (int visit = 0; visit < visits; ++visit) cycle(grids, level + 1, visits, on_device);
  correct(grid, grid + 1, on_device);
  smooth(grid, SWEEPS, on_device);
}

static double residual_norm(Grid *grid, int on_device) {
  const int n = grid->n;
  double norm = 0;
  residual(grid, on_device);
#pragma omp target teams distribute parallel for collapse(2) if (on_device) map(to : grid[0 : 1])   \
    map(tofrom : norm) reduction(max : norm)
  for (int y = 1; y < n; ++y)
    for (int x = 1; x < n; ++x) norm = fmax(norm, fabs(grid->r[y * (n + 1) + x]));
  return norm;
}

// The solution sin(pi x) sin(2 pi y), whose negative Laplacian is 5 pi^2 times itself.
static const double PI = 3.14159265358979323846;

static double solution(int n, int x, int y) { return sin(PI * x / n) * sin(2 * PI * y / n); }

static void pose(Grid *grids, int n) {
  for (int level = 0; level < LEVELS && n >> level >= 2; ++level) grid_make(grids + level, n >> level);
  for (int y = 1; y < n; ++y)
    for (int x = 1; x < n; ++x) grids->f[y * (n + 1) + x] = 5 * PI * PI * solution(n, x, y);
}

static int levels_of(int n) {
  int levels = 0;
  while (n >> levels >= 2) ++levels;
  return levels;
}

// Solves on the device; the largest error against the solution of the differential equation.
static double solve(Grid *grids, int n, int visits, int cycles) {
  const int levels = levels_of(n);
  for (int level = 0; level < levels; ++level) grid_enter(grids + level);
  double norm = residual_norm(grids, 1);
  for (int step = 0; step < cycles; ++step) {
    cycle(grids, 0, visits, 1);
    double next = residual_norm(grids, 1);
    oracle_holds(next < 0.25 * norm || next < 1e-9, "residual after a cycle", next / norm,
                 "less than a quarter of that before");
    norm = next;
  }
  for (int level = 0; level < levels; ++level) grid_exit(grids + level);
  double error = 0;
  for (int y = 0; y <= n; ++y)
    for (int x = 0; x <= n; ++x)
      error = fmax(error, fabs(grids->u[y * (n + 1) + x] - solution(n, x, y)));
  return error;
}

// Solves on device and host alike and compares all points.
static double compare(int n, int visits, int cycles) {
  Grid device[LEVELS], host[LEVELS];
  pose(device, n);
  pose(host, n);
  double error = solve(device, n, visits, cycles);
  for (int step = 0; step < cycles; ++step) cycle(host, 0, visits, 0);
  for (size_t i = 0; i < points(n); ++i)
    oracle_within("unknown", (long)i, device->u[i], host->u[i], 1e-12);
  for (int i = 0; i <= n; ++i) {
    oracle_within("upper edge", i, device->u[i], 0, 0);
    oracle_within("left edge", i, device->u[i * (n + 1)], 0, 0);
  }
  for (int level = 0; level < levels_of(n); ++level) {
    grid_free(device + level);
    grid_free(host + level);
  }
  return error;
}

int main(void) {
  double coarse = compare(16, 1, 4), fine = compare(32, 1, 4);
  oracle_within("ratio of the errors", 32, coarse / fine, 4, 0.3);
  double by_w_cycles = compare(16, 2, 4);
  oracle_within("error after W-cycles", 16, by_w_cycles, coarse, 0.01 * coarse);
  return oracle_verdict();
}
