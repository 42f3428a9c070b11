// A plasma in one dimension by particles in cells: charges are deposited on a periodic grid by
// atomics, Poisson's equation is solved by prefix sums, and the particles are pushed by the field. All
// particle data is a structure of pointers that a mapper follows. A cold plasma swings at its
// frequency; positions are fixed-point numbers, so that deposits are exact.
#include "executables/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { CELLS = 32, PER_CELL = 12, PARTICLES = CELLS * PER_CELL, FRACTION = 20 };

typedef struct {
  int n;
  uint32_t *x;  // place: cells in the upper bits, 2^-FRACTION of a cell in the lower; wraps
  double *v;    // cells per unit of time
  int *left;    // the grid point left of the particle, from the last deposit
} Particles;
#pragma omp declare mapper(Particles p) map(p, p.x[0 : p.n], p.v[0 : p.n], p.left[0 : p.n])

typedef struct {
  int64_t *charge;  // in units of 2^-FRACTION of a particle
  double *field;
} Grid;

static const double PI = 3.14159265358979323846;

#pragma omp declare target
static const uint32_t MASK = (1u << FRACTION) - 1, LENGTH = (uint32_t)CELLS << FRACTION;

static uint32_t moved(uint32_t x, double by) {
  int64_t there = (int64_t)x + (int64_t)floor(by * (1 << FRACTION) + 0.5);
  int64_t wrapped = there % (int64_t)LENGTH;
  return (uint32_t)(wrapped < 0 ? wrapped + LENGTH : wrapped);
}
#pragma omp end declare target

static Particles particles_make(double amplitude, double thermal, uint64_t *random) {
  Particles p = {PARTICLES, malloc(PARTICLES * sizeof *p.x), malloc(PARTICLES * sizeof *p.v),
                 malloc(PARTICLES * sizeof *p.left)};
  for (int i = 0; i < PARTICLES; ++i) {
    double place = (i + 0.5) / PER_CELL;
    double shifted = amplitude * sin(2 * PI * place / CELLS);
    p.x[i] = moved((uint32_t)(place * (1 << FRACTION)), shifted);
    p.v[i] = thermal * (oracle_real(random, -1, 1) + oracle_real(random, -1, 1));
    p.left[i] = -1;
  }
  return p;
}

static void particles_free(Particles *p) {
  free(p->x);
  free(p->v);
  free(p->left);
}

// Clouds of one cell's width: each particle gives its two neighbours shares that make one.
static void deposit(Particles *p, Grid *g) {
  const int n = p->n;
  const uint32_t *x = p->x;
  int *left = p->left;
  int64_t *charge = g->charge;
#pragma omp target teams distribute parallel for map(present, alloc : charge[0 : CELLS])
  for (int c = 0; c < CELLS; ++c) charge[c] = 0;
#pragma omp target teams distribute parallel for map(present, alloc : charge[0 : CELLS])            \
    map(present, alloc : x[0 : n], left[0 : n])
  for (int i = 0; i < n; ++i) {
    int cell = (int)(x[i] >> FRACTION);
    int64_t right = x[i] & MASK;
    left[i] = cell;
#pragma omp atomic update
    charge[cell] += MASK + 1 - right;
#pragma omp atomic update
    charge[(cell + 1) % CELLS] += right;
  }
}

// dE/dx is the ions' even charge less the electrons'; the field's mean is zero. One team: sums of
// the charges up to each point, then their mean.
static void solve_field(Grid *g) {
  const int64_t *charge = g->charge;
  double *field = g->field;
#pragma omp target teams num_teams(1) thread_limit(CELLS)                                           \
    map(present, alloc : charge[0 : CELLS], field[0 : CELLS])
  {
    double sums[CELLS], mean = 0;
#pragma omp parallel for
    for (int c = 0; c < CELLS; ++c) {
      double sum = 0;
      for (int k = 0; k <= c; ++k) {
        double density = (double)charge[k] / ((double)PER_CELL * (1 << FRACTION));
        double next = (double)charge[(k + 1) % CELLS] / ((double)PER_CELL * (1 << FRACTION));
        sum += 1 - 0.5 * (density + next);
      }
      sums[c] = sum;
    }
    for (int c = 0; c < CELLS; ++c) mean += sums[c] / CELLS;
#pragma omp parallel for
    for (int c = 0; c < CELLS; ++c) field[(c + 1) % CELLS] = sums[c] - mean;
  }
}

// Kicks by the field between the two points beside each particle; then moves, if `dt` is not zero.
static double push(Particles *p, const Grid *g, double kick, double dt) {
  const int n = p->n;
  uint32_t *x = p->x;
  double *v = p->v;
  const int *left = p->left;
  const double *field = g->field;
  double kinetic = 0;
#pragma omp target teams distribute parallel for map(present, alloc : field[0 : CELLS])             \
    map(present, alloc : x[0 : n], v[0 : n], left[0 : n]) map(tofrom : kinetic)                     \
    reduction(+ : kinetic)
  for (int i = 0; i < n; ++i) {
    double right = (double)(x[i] & MASK) / (MASK + 1);
    double here = (1 - right) * field[left[i]] + right * field[(left[i] + 1) % CELLS];
    v[i] -= kick * here;
    kinetic += 0.5 * v[i] * v[i] / PER_CELL;
    if (dt != 0) x[i] = moved(x[i], dt * v[i]);
  }
  return kinetic;
}

static double field_energy(const Grid *g) {
  const double *field = g->field;
  double energy = 0;
#pragma omp target teams distribute parallel for simd map(present, alloc : field[0 : CELLS])        \
    map(tofrom : energy) reduction(+ : energy)
  for (int c = 0; c < CELLS; ++c) energy += 0.5 * field[c] * field[c];
  return energy;
}

static void judge_grid(const Particles *p, const Grid *g) {
  int64_t charge[CELLS] = {0}, sum = 0;
  double sums[CELLS], mean = 0, running = 0;
  for (int i = 0; i < p->n; ++i) {
    int cell = (int)(p->x[i] >> FRACTION);
    charge[cell] += MASK + 1 - (p->x[i] & MASK);
    charge[(cell + 1) % CELLS] += p->x[i] & MASK;
    oracle_equal("point left of a particle", i, p->left[i], cell);
  }
  for (int c = 0; c < CELLS; ++c) {
    oracle_equal("charge", c, g->charge[c], charge[c]);
    sum += g->charge[c];
    double between = 0.5 * (double)(charge[c] + charge[(c + 1) % CELLS]);
    running += 1 - between / ((double)PER_CELL * (1 << FRACTION));
    sums[c] = running;
    mean += running / CELLS;
  }
  oracle_equal("sum of the charges", 0, sum, (int64_t)PARTICLES << FRACTION);
  for (int c = 0; c < CELLS; ++c)
    oracle_within("field", c, g->field[(c + 1) % CELLS], sums[c] - mean, 1e-12);
}

// Runs some steps; the field energy before each of them.
static void run(Particles *p, Grid *g, int steps, double dt, double *energies, double *drift) {
  int64_t *charge = g->charge;
  double *field = g->field;
  double first = 0;
#pragma omp target enter data map(to : p[0 : 1]) map(alloc : charge[0 : CELLS], field[0 : CELLS])
  deposit(p, g);
  solve_field(g);
  for (int step = 0; step < steps; ++step) {
    energies[step] = field_energy(g);
    push(p, g, dt / 2, dt);
    deposit(p, g);
    solve_field(g);
    double total = push(p, g, dt / 2, 0) + field_energy(g);
    if (step == 0) first = total;
    *drift = fmax(*drift, fabs(total - first) / first);
  }
#pragma omp target exit data map(from : p[0 : 1]) map(from : charge[0 : CELLS], field[0 : CELLS])
}

// Displaced by a sine, all electrons swing with the plasma frequency, which is one: the field's
// energy is that of a cosine squared.
static void swing(Particles *p, Grid *g) {
  enum { STEPS = 32 };
  double energies[STEPS], drift = 0, dt = 2 * PI / STEPS;
  run(p, g, STEPS, dt, energies, &drift);
  judge_grid(p, g);
  for (int step = 0; step < STEPS; ++step) {
    double phase = cos(step * dt);
    oracle_within("field energy", step, energies[step] / energies[0], phase * phase, 0.03);
  }
  oracle_holds(drift < 0.02, "drift of the energy", drift, "below 0.02");
}

// With random speeds the total momentum stays as it was.
static void warm(Particles *p, Grid *g) {
  double energies[8], drift = 0, before = 0, after = 0;
  for (int i = 0; i < p->n; ++i) before += p->v[i];
  run(p, g, 8, 0.1, energies, &drift);
  judge_grid(p, g);
  for (int i = 0; i < p->n; ++i) after += p->v[i];
  oracle_within("momentum", 8, after, before, 1e-9);
  oracle_holds(drift < 0.02, "drift of the energy", drift, "below 0.02");
}

int main(void) {
  uint64_t random = 22;
  Particles cold = particles_make(0.3, 0, &random), hot = particles_make(0.1, 0.3, &random);
  Grid first = {malloc(CELLS * sizeof(int64_t)), malloc(CELLS * sizeof(double))};
  Grid second = {malloc(CELLS * sizeof(int64_t)), malloc(CELLS * sizeof(double))};
  swing(&cold, &first);
  warm(&hot, &second);
  particles_free(&cold);
  particles_free(&hot);
  free(first.charge);
  free(first.field);
  free(second.charge);
  free(second.field);
  return oracle_verdict();
}
