// Particles of a periodic box that repel and attract (Lennard-Jones) within a cutoff. Each step bins
// them into cells (counts and slots by atomics, offsets by a scan), sorts every cell by particle so
// that sums have one order, and visits the 27 cells around. The oracle sums over all pairs.
#include "executables/oracle.hpp"
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace {

using Vector = std::array<double, 3>;

#pragma omp declare target
constexpr int SIDE = 4;                      // cells along an edge of the box
constexpr int CELLS = SIDE * SIDE * SIDE;
constexpr double BOX = 8.0, CELL = BOX / SIDE, CUTOFF = CELL, STEP = 0.002;

inline double wrapped(double x) { return x - BOX * std::floor(x / BOX); }

// The distance to the nearest image.
inline double nearest(double d) { return d - BOX * std::floor(d / BOX + 0.5); }

inline int cell_of(const Vector &at) {
  int index = 0;
  for (int axis = 0; axis < 3; ++axis) {
    int along = static_cast<int>(at[axis] / CELL);
    index = index * SIDE + (along < SIDE ? along : SIDE - 1);
  }
  return index;
}

inline int neighbour(int cell, int which) {
  int x = cell / (SIDE * SIDE), y = cell / SIDE % SIDE, z = cell % SIDE;
  x = (x + which / 9 + SIDE - 1) % SIDE;
  y = (y + which / 3 % 3 + SIDE - 1) % SIDE;
  z = (z + which % 3 + SIDE - 1) % SIDE;
  return (x * SIDE + y) * SIDE + z;
}

// Adds what the particle at `b` does to that at `a`; the pair's energy, zero at the cutoff.
inline double pull(const Vector &a, const Vector &b, Vector &force) {
  Vector d{};
  double square = 0;
  for (int axis = 0; axis < 3; ++axis) {
    d[axis] = nearest(a[axis] - b[axis]);
    square += d[axis] * d[axis];
  }
  if (square >= CUTOFF * CUTOFF) return 0;
  const double near6 = 1 / (square * square * square);
  const double cut6 = 1 / (CUTOFF * CUTOFF * CUTOFF * CUTOFF * CUTOFF * CUTOFF);
  const double factor = 24 * near6 * (2 * near6 - 1) / square;
  for (int axis = 0; axis < 3; ++axis) force[axis] += factor * d[axis];
  return 4 * (near6 * (near6 - 1) - cut6 * (cut6 - 1));
}
#pragma omp end declare target

struct System {
  std::vector<Vector> at, speed, force;
  std::vector<int> count = std::vector<int>(CELLS), start = std::vector<int>(CELLS + 1), member;

  explicit System(int n) : at(n), speed(n), force(n), member(n) {}
  int size() const { return static_cast<int>(at.size()); }
};

// Which particles each cell has, in ascending order.
void bin(System &system) {
  const int n = system.size();
  Vector *at = system.at.data();
  int *count = system.count.data(), *start = system.start.data(), *member = system.member.data();
#pragma omp target teams distribute parallel for map(present, alloc : count[0 : CELLS])
  for (int c = 0; c < CELLS; ++c) count[c] = 0;
#pragma omp target teams distribute parallel for map(present, alloc : at[0 : n], count[0 : CELLS])
  for (int i = 0; i < n; ++i) {
#pragma omp atomic update
    ++count[cell_of(at[i])];
  }
#pragma omp target map(present, alloc : count[0 : CELLS], start[0 : CELLS + 1])
  {
    start[0] = 0;
    for (int c = 0; c < CELLS; ++c) {
      start[c + 1] = start[c] + count[c];
      count[c] = 0;
    }
  }
#pragma omp target teams distribute parallel for                                                    \
    map(present, alloc : at[0 : n], count[0 : CELLS], start[0 : CELLS + 1], member[0 : n])
  for (int i = 0; i < n; ++i) {
    int cell = cell_of(at[i]), slot;
#pragma omp atomic capture
    slot = count[cell]++;
    member[start[cell] + slot] = i;
  }
#pragma omp target teams distribute parallel for map(present, alloc : start[0 : CELLS + 1], member[0 : n])
  for (int c = 0; c < CELLS; ++c)
    for (int k = start[c] + 1; k < start[c + 1]; ++k) {
      int moved = member[k], to = k;
      for (; to > start[c] && member[to - 1] > moved; --to) member[to] = member[to - 1];
      member[to] = moved;
    }
}

// The forces on all particles; twice the potential energy.
double forces(System &system) {
  const int n = system.size();
  const Vector *at = system.at.data();
  Vector *force = system.force.data();
  const int *start = system.start.data(), *member = system.member.data();
  double energy = 0;
#pragma omp target teams distribute parallel for                                                    \
    map(present, alloc : at[0 : n], force[0 : n], start[0 : CELLS + 1], member[0 : n])              \
    map(tofrom : energy) reduction(+ : energy)
  for (int i = 0; i < n; ++i) {
    Vector sum{};
    const int home = cell_of(at[i]);
    for (int which = 0; which < 27; ++which) {
      const int cell = neighbour(home, which);
      for (int k = start[cell]; k < start[cell + 1]; ++k)
        if (member[k] != i) energy += pull(at[i], at[member[k]], sum);
    }
    force[i] = sum;
  }
  return energy;
}

// Half a step of the speeds, and a step of the places where `whole`.
void kick(System &system, bool whole) {
  const int n = system.size();
  Vector *at = system.at.data(), *speed = system.speed.data();
  const Vector *force = system.force.data();
#pragma omp target teams distribute parallel for collapse(2) firstprivate(whole)                    \
    map(present, alloc : at[0 : n], speed[0 : n], force[0 : n])
  for (int i = 0; i < n; ++i)
    for (int axis = 0; axis < 3; ++axis) {
      speed[i][axis] += 0.5 * STEP * force[i][axis];
      if (whole) at[i][axis] = wrapped(at[i][axis] + STEP * speed[i][axis]);
    }
}

double kinetic(const System &system) {
  double sum = 0;
  for (const auto &v : system.speed) sum += 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return sum;
}

// A lattice, each place moved by a little, and speeds without a total.
System lattice(int edge, oracle::Generator &random) {
  System system(edge * edge * edge);
  const double apart = BOX / edge;
  Vector total{};
  for (int i = 0; i < system.size(); ++i) {
    const int place[3] = {i / (edge * edge), i / edge % edge, i % edge};
    for (int axis = 0; axis < 3; ++axis) {
      system.at[i][axis] = wrapped((place[axis] + 0.5) * apart + random.real(-0.05, 0.05));
      system.speed[i][axis] = random.real(-1, 1);
      total[axis] += system.speed[i][axis] / system.size();
    }
  }
  for (auto &v : system.speed)
    for (int axis = 0; axis < 3; ++axis) v[axis] -= total[axis];
  return system;
}

void judge_cells(const System &system) {
  const int n = system.size();
  oracle::equal("end of the last cell", 0, system.start[CELLS], n);
  std::vector<int> seen(n);
  for (int c = 0; c < CELLS; ++c)
    for (int k = system.start[c]; k < system.start[c + 1]; ++k) {
      const int i = system.member[k];
      ++seen[i];
      oracle::equal("cell of a member", k, cell_of(system.at[i]), c);
      if (k > system.start[c]) oracle::holds(system.member[k - 1] < i, "member", i, "ascending");
    }
  for (int i = 0; i < n; ++i) oracle::equal("times binned", i, seen[i], 1);
}

void judge_forces(const System &system, double energy) {
  double all = 0;
  for (int i = 0; i < system.size(); ++i) {
    Vector sum{};
    for (int j = 0; j < system.size(); ++j)
      if (j != i) all += pull(system.at[i], system.at[j], sum);
    for (int axis = 0; axis < 3; ++axis)
      oracle::within("force", 3 * i + axis, system.force[i][axis], sum[axis],
                     1e-9 * (1 + std::fabs(sum[axis])));
  }
  oracle::within("potential energy", 0, energy, all, 1e-9 * std::fabs(all));
}

} // namespace

int main() {
  oracle::Generator random(6);
  auto system = lattice(6, random);
  const int n = system.size();
  Vector *at = system.at.data(), *speed = system.speed.data(), *force = system.force.data();
  int *count = system.count.data(), *start = system.start.data(), *member = system.member.data();
  const double kinetic_before = kinetic(system);
  double before = 0, after = 0;
#pragma omp target data map(tofrom : at[0 : n], speed[0 : n]) map(from : force[0 : n])              \
    map(alloc : count[0 : CELLS]) map(from : start[0 : CELLS + 1], member[0 : n])
  {
    bin(system);
    before = after = forces(system);
    for (int step = 0; step < 5; ++step) {
      kick(system, true);
      bin(system);
      after = forces(system);
      kick(system, false);
    }
  }
  judge_cells(system);
  judge_forces(system, after);
  oracle::within("energy", 5, kinetic(system) + after / 2, kinetic_before + before / 2,
                 0.01 * kinetic_before);
  Vector total{};
  for (const auto &v : system.speed)
    for (int axis = 0; axis < 3; ++axis) total[axis] += v[axis];
  for (int axis = 0; axis < 3; ++axis) oracle::within("momentum", axis, total[axis], 0, 1e-9);
  return oracle::verdict();
}
