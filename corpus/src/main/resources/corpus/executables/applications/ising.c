// The Ising model on a torus by Metropolis on a checkerboard, with random numbers that are a hash of
// seed, sweep and site, so that the host repeats every flip. Spins are single bits of words: 32
// independent systems side by side. Energy and magnetisation are integers.
#include "executables/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { SIDE = 24, SITES = SIDE * SIDE, SYSTEMS = 32, LEVELS = 5 };

typedef struct {
  uint32_t *spins;             // bit k: the spin of system k
  uint32_t chances[LEVELS];    // of a flip that costs -8, -4, 0, 4, 8 times the coupling, of 2^32
  uint32_t seed;
} Lattice;

#pragma omp declare target
// The finaliser of MurmurHash3, twice: once for the key, once for the counter.
static uint32_t mixed(uint32_t x) {
  x ^= x >> 16;
  x *= 0x85EBCA6Bu;
  x ^= x >> 13;
  x *= 0xC2B2AE35u;
  return x ^ x >> 16;
}

static uint32_t random_word(uint32_t seed, uint32_t sweep, uint32_t site, uint32_t system) {
  return mixed(mixed(seed + 0x9E3779B9u * sweep) + site * SYSTEMS + system);
}

static int right_of(int site) { return site % SIDE + 1 < SIDE ? site + 1 : site + 1 - SIDE; }
static int left_of(int site) { return site % SIDE > 0 ? site - 1 : site - 1 + SIDE; }
static int below(int site) { return (site + SIDE) % SITES; }
static int above(int site) { return (site + SITES - SIDE) % SITES; }

// The spins of a site after a trial in each system.
static uint32_t flipped(const uint32_t *spins, const uint32_t *chances, uint32_t seed, int sweep,
                        int site) {
  uint32_t own = spins[site], changes = 0;
  uint32_t a = own ^ spins[left_of(site)], b = own ^ spins[right_of(site)];
  uint32_t c = own ^ spins[above(site)], d = own ^ spins[below(site)];
  for (int k = 0; k < SYSTEMS; ++k) {
    int unlike = (int)((a >> k & 1) + (b >> k & 1) + (c >> k & 1) + (d >> k & 1));
    uint32_t chance = chances[LEVELS - 1 - unlike];
    if (chance == UINT32_MAX || random_word(seed, (uint32_t)sweep, (uint32_t)site, (uint32_t)k) < chance)
      changes |= 1u << k;
  }
  return own ^ changes;
}
#pragma omp end declare target

static Lattice lattice_make(double beta, uint32_t seed) {
  Lattice l = {malloc(SITES * sizeof(uint32_t)), {0}, seed};
  for (int site = 0; site < SITES; ++site) l.spins[site] = mixed(seed + (uint32_t)site * 7919u);
  for (int level = 0; level < LEVELS; ++level) {
    double chance = exp(-beta * 4 * (level - 2));
    l.chances[level] = chance >= 1 ? UINT32_MAX : (uint32_t)(chance * 4294967296.0);
  }
  return l;
}

// Sweeps both colours; neighbours of a site are all of the other colour.
static void sweep_on_device(Lattice *l, int first, int count) {
  uint32_t *spins = l->spins;
  const uint32_t seed = l->seed;
  uint32_t chances[LEVELS];
  memcpy(chances, l->chances, sizeof chances);
#pragma omp target data map(to : chances)
  for (int sweep = first; sweep < first + count; ++sweep)
    for (int colour = 0; colour < 2; ++colour) {
#pragma omp target teams distribute parallel for collapse(2) num_teams(3) thread_limit(64)          \
    map(present, alloc : spins[0 : SITES])
      for (int y = 0; y < SIDE; ++y)
        for (int half = 0; half < SIDE / 2; ++half) {
          int site = y * SIDE + 2 * half + (y + colour) % 2;
          spins[site] = flipped(spins, chances, seed, sweep, site);
        }
    }
}

static void sweep_on_host(Lattice *l, int first, int count) {
  for (int sweep = first; sweep < first + count; ++sweep)
    for (int colour = 0; colour < 2; ++colour)
      for (int site = 0; site < SITES; ++site)
        if ((site / SIDE + site % SIDE) % 2 == colour)
          l->spins[site] = flipped(l->spins, l->chances, l->seed, sweep, site);
}

// Bonds between unlike spins, and spins that are up, of each system: array reductions.
static void measure(const Lattice *l, int *unlike, int *up) {
  const uint32_t *spins = l->spins;
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(32)                      \
    map(present, alloc : spins[0 : SITES]) map(tofrom : unlike[0 : SYSTEMS], up[0 : SYSTEMS])       \
    reduction(+ : unlike[0 : SYSTEMS], up[0 : SYSTEMS])
  for (int site = 0; site < SITES; ++site) {
    uint32_t own = spins[site];
    uint32_t across = own ^ spins[right_of(site)], down = own ^ spins[below(site)];
    for (int k = 0; k < SYSTEMS; ++k) {
      unlike[k] += (int)((across >> k & 1) + (down >> k & 1));
      up[k] += (int)(own >> k & 1);
    }
  }
}

// How many systems have unlike spins at sites that are `distance` apart along a row, summed over all
// sites, for each distance: a team for each, whose threads count words.
static void correlate(const Lattice *l, int *unlike, int distances) {
  const uint32_t *spins = l->spins;
#pragma omp target teams distribute thread_limit(32) map(present, alloc : spins[0 : SITES])         \
    map(from : unlike[0 : distances])
  for (int distance = 0; distance < distances; ++distance) {
    int count = 0;
#pragma omp parallel for reduction(+ : count)
    for (int site = 0; site < SITES; ++site) {
      int row = site / SIDE, there = row * SIDE + (site + distance) % SIDE;
      count += __builtin_popcount(spins[site] ^ spins[there]);
    }
    unlike[distance] = count;
  }
}

static void judge_correlations(const uint32_t *spins, const int *unlike, int distances) {
  for (int distance = 0; distance < distances; ++distance) {
    int count = 0;
    for (int y = 0; y < SIDE; ++y)
      for (int x = 0; x < SIDE; ++x)
        for (int k = 0; k < SYSTEMS; ++k)
          count += (spins[y * SIDE + x] ^ spins[y * SIDE + (x + distance) % SIDE]) >> k & 1;
    oracle_equal("unlike spins at a distance", distance, unlike[distance], count);
  }
}

static void judge_measures(const Lattice *l, const int *unlike, const int *up) {
  for (int k = 0; k < SYSTEMS; ++k) {
    int bonds = 0, spins = 0;
    for (int site = 0; site < SITES; ++site) {
      int own = l->spins[site] >> k & 1;
      bonds += own != (int)(l->spins[right_of(site)] >> k & 1);
      bonds += own != (int)(l->spins[below(site)] >> k & 1);
      spins += own;
    }
    oracle_equal("unlike bonds", k, unlike[k], bonds);
    oracle_equal("spins that are up", k, up[k], spins);
  }
}

typedef struct {
  double energy;         // for each site
  double magnetisation;  // its magnitude
} Means;

static Means means(const int *unlike, const int *up) {
  Means m = {0, 0};
  for (int k = 0; k < SYSTEMS; ++k) {
    m.energy += (2.0 * unlike[k] - 2 * SITES) / SITES / SYSTEMS;
    m.magnetisation += fabs(2.0 * up[k] - SITES) / SITES / SYSTEMS;
  }
  return m;
}

// Runs the same sweeps on device and host; every spin is compared after each third of them.
static Means run(double beta, uint32_t seed, int sweeps) {
  Lattice device = lattice_make(beta, seed), host = lattice_make(beta, seed);
  uint32_t *spins = device.spins;
  int unlike[SYSTEMS] = {0}, up[SYSTEMS] = {0}, apart[SIDE];
#pragma omp target data map(to : spins[0 : SITES])
  {
    for (int third = 0; third < 3; ++third) {
      sweep_on_device(&device, third * sweeps / 3, sweeps / 3);
      sweep_on_host(&host, third * sweeps / 3, sweeps / 3);
#pragma omp target update from(spins[0 : SITES])
      for (int site = 0; site < SITES; ++site)
        oracle_equal("spins of a site", site, spins[site], host.spins[site]);
    }
    measure(&device, unlike, up);
    correlate(&device, apart, SIDE);
  }
  judge_measures(&host, unlike, up);
  judge_correlations(host.spins, apart, SIDE);
  free(device.spins);
  free(host.spins);
  return means(unlike, up);
}

// At infinite temperature every trial is a flip, so that two sweeps change nothing.
static void hottest(void) {
  Lattice l = lattice_make(0, 3);
  uint32_t *spins = l.spins;
#pragma omp target data map(tofrom : spins[0 : SITES])
  sweep_on_device(&l, 0, 2);
  Lattice before = lattice_make(0, 3);
  for (int site = 0; site < SITES; ++site)
    oracle_equal("spins after two sweeps", site, spins[site], before.spins[site]);
  free(l.spins);
  free(before.spins);
}

// From all spins up, a cold system stays magnetised: Onsager's value, (1 - sinh(2 beta)^-4)^(1/8).
static void coldest(double beta, int sweeps) {
  Lattice l = lattice_make(beta, 4);
  uint32_t *spins = l.spins;
  int unlike[SYSTEMS] = {0}, up[SYSTEMS] = {0};
  for (int site = 0; site < SITES; ++site) spins[site] = UINT32_MAX;
#pragma omp target data map(tofrom : spins[0 : SITES])
  {
    sweep_on_device(&l, 0, sweeps);
    measure(&l, unlike, up);
  }
  judge_measures(&l, unlike, up);
  double should = pow(1 - pow(sinh(2 * beta), -4), 0.125);
  oracle_within("magnetisation", 0, means(unlike, up).magnetisation, should, 0.01);
  free(l.spins);
}

int main(void) {
  Means hot = run(0.2, 1, 9), warm = run(0.4, 2, 9);
  // High temperatures: the energy is about -2 tanh(beta) (1 + 2 tanh(beta)^2).
  double t = tanh(0.2);
  oracle_within("energy at 0.2", 0, hot.energy, -2 * t * (1 + 2 * t * t), 0.03);
  oracle_holds(warm.energy < hot.energy, "energy at 0.4", warm.energy, "below that at 0.2");
  hottest();
  coldest(0.6, 6);
  return oracle_verdict();
}
