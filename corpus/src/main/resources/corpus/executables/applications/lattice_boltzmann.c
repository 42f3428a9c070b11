// Lattice Boltzmann, D2Q9 with one relaxation time: a channel between two walls (Poiseuille's
// profile, driven by a force), and a shear wave that decays in a periodic box. Populations are stored
// by direction; one loop streams and collides. Constants of the lattice are declare target arrays.
#include "executables/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { Q = 9 };

static const double PI = 3.14159265358979323846;

#pragma omp declare target
static const int CX[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int CY[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int OPPOSITE[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double WEIGHT[Q] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

static double equilibrium(int q, double density, double ux, double uy) {
  double along = CX[q] * ux + CY[q] * uy;
  return WEIGHT[q] * density * (1 + 3 * along + 4.5 * along * along - 1.5 * (ux * ux + uy * uy));
}
#pragma omp end declare target

typedef struct {
  int width, height;
  int walls;           // whether there are walls below row 0 and above the last row
  double tau, force;   // relaxation time, and force along x
  double *now, *next;  // Q x height x width
} Lattice;

static size_t populations(const Lattice *l) { return (size_t)Q * l->width * l->height; }

static void lattice_make(Lattice *l, int width, int height, int walls, double tau, double force) {
  *l = (Lattice){width, height, walls, tau, force, NULL, NULL};
  l->now = malloc(populations(l) * sizeof(double));
  l->next = malloc(populations(l) * sizeof(double));
}

static void lattice_free(Lattice *l) {
  free(l->now);
  free(l->next);
}

// Density 1 and a speed along x that depends on the row.
static void begin(Lattice *l, double (*speed)(int row, int height)) {
  for (int q = 0; q < Q; ++q)
    for (int y = 0; y < l->height; ++y)
      for (int x = 0; x < l->width; ++x)
        l->now[(q * l->height + y) * l->width + x] = equilibrium(q, 1, speed(y, l->height), 0);
}

// One step: what streams in from the neighbours, or comes back from a wall, and collides.
static void step(Lattice *l, int on_device) {
  const int width = l->width, height = l->height, walls = l->walls;
  const double omega = 1 / l->tau, force = l->force;
  const double *now = l->now;
  double *next = l->next;
  const size_t size = populations(l);
#pragma omp target teams distribute parallel for collapse(2) if (on_device)                         \
    map(to : now[0 : size]) map(from : next[0 : size])
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double in[Q];
      double density = 0, jx = 0, jy = 0;
      for (int q = 0; q < Q; ++q) {
        int from_x = (x - CX[q] + width) % width, from_y = y - CY[q];
        if (walls && (from_y < 0 || from_y >= height)) {
          in[q] = now[(OPPOSITE[q] * height + y) * width + x];
        } else {
          from_y = (from_y + height) % height;
          in[q] = now[(q * height + from_y) * width + from_x];
        }
        density += in[q];
        jx += CX[q] * in[q];
        jy += CY[q] * in[q];
      }
      double ux = jx / density, uy = jy / density;
      for (int q = 0; q < Q; ++q)
        next[(q * height + y) * width + x] =
            in[q] + omega * (equilibrium(q, density, ux, uy) - in[q]) + 3 * WEIGHT[q] * CX[q] * force;
    }
  l->now = next;
  l->next = (double *)now;
}

static void run(Lattice *l, int steps, int on_device) {
  if (!on_device) {
    for (int k = 0; k < steps; ++k) step(l, 0);
    return;
  }
  double *now = l->now, *next = l->next;
  const size_t size = populations(l);
#pragma omp target enter data map(to : now[0 : size]) map(alloc : next[0 : size])
  for (int k = 0; k < steps; ++k) step(l, 1);
  now = l->now;
  next = l->next;
#pragma omp target exit data map(from : now[0 : size]) map(release : next[0 : size])
}

// The mean speed along x of each row, from populations that the device sums.
static void profile(const Lattice *l, double *speed) {
  const int width = l->width, height = l->height;
  const double *now = l->now;
#pragma omp target teams distribute map(to : now[0 : populations(l)]) map(from : speed[0 : height])
  for (int y = 0; y < height; ++y) {
    double mass = 0, momentum = 0;
#pragma omp parallel for reduction(+ : mass, momentum)
    for (int x = 0; x < width; ++x)
      for (int q = 0; q < Q; ++q) {
        mass += now[(q * height + y) * width + x];
        momentum += CX[q] * now[(q * height + y) * width + x];
      }
    speed[y] = momentum / mass;
  }
}

static double mass(const Lattice *l) {
  double sum = 0;
  for (size_t i = 0; i < populations(l); ++i) sum += l->now[i];
  return sum;
}

static double momentum(const Lattice *l) {
  const int cells = l->width * l->height;
  const double *now = l->now;
  double sum = 0;
#pragma omp target teams distribute parallel for collapse(2) map(to : now[0 : populations(l)])      \
    map(tofrom : sum) reduction(+ : sum)
  for (int q = 0; q < Q; ++q)
    for (int i = 0; i < cells; ++i) sum += CX[q] * now[q * cells + i];
  return sum;
}

static double at_rest(int row, int height) {
  (void)row;
  (void)height;
  return 0;
}

static double wave(int row, int height) { return 0.01 * sin(2 * PI * (row + 0.5) / height); }

// After many steps the force balances the friction: a parabola between walls half a cell outside.
static void channel(int height, int steps) {
  const double tau = 0.9, viscosity = (tau - 0.5) / 3, force = 1e-4;
  Lattice l;
  double *speed = malloc((size_t)height * sizeof *speed);
  lattice_make(&l, 4, height, 1, tau, force);
  begin(&l, at_rest);
  double before = mass(&l);
  run(&l, steps, 1);
  oracle_within("mass", steps, mass(&l), before, 1e-9 * before);
  profile(&l, speed);
  double peak = force * height * height / (8 * viscosity);
  for (int y = 0; y < height; ++y) {
    double should = force / (2 * viscosity) * (y + 0.5) * (height - y - 0.5);
    oracle_within("speed in the channel", y, speed[y], should, 0.02 * peak);
    oracle_within("symmetry", y, speed[y], speed[height - 1 - y], 1e-12);
  }
  free(speed);
  lattice_free(&l);
}

// A shear wave decays by exp(-viscosity k^2 t).
static void shear(int height, int steps) {
  const double tau = 0.8, viscosity = (tau - 0.5) / 3, k = 2 * PI / height;
  Lattice l;
  double *speed = malloc((size_t)height * sizeof *speed);
  lattice_make(&l, 6, height, 0, tau, 0);
  begin(&l, wave);
  run(&l, steps, 1);
  profile(&l, speed);
  double amplitude = 0;
  for (int y = 0; y < height; ++y) amplitude += 2 * speed[y] * sin(2 * PI * (y + 0.5) / height) / height;
  oracle_within("amplitude", steps, amplitude / 0.01, exp(-viscosity * k * k * steps), 0.005);
  free(speed);
  lattice_free(&l);
}

// Without walls nothing takes up the force: each step adds it to the momentum, once for each cell.
static void fall(int steps) {
  Lattice l;
  lattice_make(&l, 12, 12, 0, 0.75, 1e-5);
  begin(&l, wave);
  double before = momentum(&l);
  run(&l, steps, 1);
  oracle_within("momentum", steps, momentum(&l), before + 144 * steps * 1e-5, 1e-11);
  lattice_free(&l);
}

// The same steps on the host, where contraction may differ, population by population.
static void against_host(int walls, double (*speed)(int, int)) {
  Lattice device, host;
  lattice_make(&device, 11, 9, walls, 0.7, 1e-5);
  lattice_make(&host, 11, 9, walls, 0.7, 1e-5);
  begin(&device, speed);
  begin(&host, speed);
  for (int x = 0; x < 11; ++x) device.now[x] = host.now[x] += 0.01 * x;
  run(&device, 21, 1);
  run(&host, 21, 0);
  for (size_t i = 0; i < populations(&host); ++i)
    oracle_within("population", (long)i, device.now[i], host.now[i], 1e-13);
  lattice_free(&device);
  lattice_free(&host);
}

int main(void) {
  against_host(0, wave);
  against_host(1, at_rest);
  shear(24, 60);
  fall(10);
  channel(10, 400);
  return oracle_verdict();
}
