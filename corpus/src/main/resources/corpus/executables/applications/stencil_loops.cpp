// Waves in a box by stencils in three dimensions, written with `loop` constructs, templates and
// lambdas: the stencil's order is a template parameter, its weights a std::array, and what happens at a
// point a function object. A standing wave swings at the frequency that the discretisation has.
#include "executables/oracle.hpp"
#include <array>
#include <cmath>
#include <vector>

namespace {

#pragma omp declare target
// The weights of the second derivative along an axis: of the point and of those 1, 2, ... away.
template <int REACH> constexpr std::array<double, REACH + 1> weights() {
  if constexpr (REACH == 1)
    return {-2.0, 1.0};
  else if constexpr (REACH == 2)
    return {-5.0 / 2, 4.0 / 3, -1.0 / 12};
  else
    return {-49.0 / 18, 3.0 / 2, -3.0 / 20, 1.0 / 90};
}

// A box of points in which the numbers along the last axis are neighbours; it repeats along all axes.
struct Box {
  int nx, ny, nz;

  int size() const { return nx * ny * nz; }
  int at(int x, int y, int z) const {
    x = x < 0 ? x + nx : x >= nx ? x - nx : x;
    y = y < 0 ? y + ny : y >= ny ? y - ny : y;
    z = z < 0 ? z + nz : z >= nz ? z - nz : z;
    return (x * ny + y) * nz + z;
  }
};

template <int REACH> double laplacian(const double *u, const Box &box, int x, int y, int z) {
  constexpr auto weight = weights<REACH>();
  double sum = 3 * weight[0] * u[box.at(x, y, z)];
  for (int away = 1; away <= REACH; ++away) {
    double six = u[box.at(x - away, y, z)] + u[box.at(x + away, y, z)];
    six += u[box.at(x, y - away, z)] + u[box.at(x, y + away, z)];
    six += u[box.at(x, y, z - away)] + u[box.at(x, y, z + away)];
    sum += weight[away] * six;
  }
  return sum;
}
#pragma omp end declare target

// Runs the function object for every point of the box, on the device.
template <class Function> void for_all(const Box box, Function function) {
#pragma omp target teams loop collapse(3) map(to : function)
  for (int x = 0; x < box.nx; ++x)
    for (int y = 0; y < box.ny; ++y)
      for (int z = 0; z < box.nz; ++z) function(x, y, z);
}

// The sum over all points of what the function object gives.
template <class Function> double sum_of(const Box box, Function function) {
  double sum = 0;
#pragma omp target teams distribute parallel for collapse(3) map(to : function) map(tofrom : sum)   \
    reduction(+ : sum)
  for (int x = 0; x < box.nx; ++x)
    for (int y = 0; y < box.ny; ++y)
      for (int z = 0; z < box.nz; ++z) sum += function(x, y, z);
  return sum;
}

// What a time step does at a point (leapfrog): the state before the last becomes the next.
template <int REACH> struct Step {
  const double *now;
  double *before;
  Box box;
  double square; // of the time step over the distance of points

  void operator()(int x, int y, int z) const {
    const int i = box.at(x, y, z);
    before[i] = 2 * now[i] - before[i] + square * laplacian<REACH>(now, box, x, y, z);
  }
};

// The energy of a point, of the motion between two states and of the tension.
template <int REACH> struct Energy {
  const double *now, *before;
  Box box;
  double square;

  double operator()(int x, int y, int z) const {
    const int i = box.at(x, y, z);
    const double speed = now[i] - before[i];
    return speed * speed - square * before[i] * laplacian<REACH>(now, box, x, y, z);
  }
};

constexpr double PI = 3.14159265358979323846;

using Modes = std::array<int, 3>;

double shape(const Box &box, const Modes &modes, int x, int y, int z) {
  return std::cos(2 * PI * modes[0] * x / box.nx) * std::cos(2 * PI * modes[1] * y / box.ny) *
         std::cos(2 * PI * modes[2] * z / box.nz);
}

// What the stencil makes of the wave: minus this times itself.
template <int REACH> double eigenvalue(const Box &box, const Modes &modes) {
  const int sizes[3] = {box.nx, box.ny, box.nz};
  constexpr auto weight = weights<REACH>();
  double sum = 0;
  for (int axis = 0; axis < 3; ++axis) {
    sum -= weight[0];
    for (int away = 1; away <= REACH; ++away)
      sum -= 2 * weight[away] * std::cos(2 * PI * modes[axis] * away / sizes[axis]);
  }
  return sum;
}

// The device's two states, which change their parts.
class Wave {
public:
  Wave(const Box &box, const Modes &modes, double angle) : box(box), first(box.size()), second(box.size()) {
    for (int x = 0; x < box.nx; ++x)
      for (int y = 0; y < box.ny; ++y)
        for (int z = 0; z < box.nz; ++z) {
          first[box.at(x, y, z)] = shape(box, modes, x, y, z);
          second[box.at(x, y, z)] = std::cos(angle) * shape(box, modes, x, y, z);
        }
    now = first.data();
    before = second.data();
    const int n = box.size();
    double *a = now, *b = before;
#pragma omp target enter data map(to : a[0 : n], b[0 : n])
  }
  Wave(const Wave &) = delete;
  Wave &operator=(const Wave &) = delete;
  ~Wave() {
    const int n = box.size();
    double *a = now, *b = before;
#pragma omp target exit data map(release : a[0 : n], b[0 : n])
  }

  template <int REACH> void advance(double square) {
    double *of_now = now, *of_before = before;
#pragma omp target data use_device_ptr(of_now, of_before)
    for_all(box, Step<REACH>{of_now, of_before, box, square});
    std::swap(now, before);
  }

  template <int REACH> double energy(double square) {
    double *of_now = now, *of_before = before, sum = 0;
#pragma omp target data use_device_ptr(of_now, of_before)
    sum = sum_of(box, Energy<REACH>{of_now, of_before, box, square});
    return sum;
  }

  // A lambda that captures the device's pointer and a factor.
  void scale(double factor) {
    double *of_now = now, *of_before = before;
    const Box all = box;
#pragma omp target data use_device_ptr(of_now, of_before)
    for_all(all, [of_now, of_before, all, factor](int x, int y, int z) {
      of_now[all.at(x, y, z)] *= factor;
      of_before[all.at(x, y, z)] *= factor;
    });
  }

  const double *fetch() {
    double *a = now;
    const int n = box.size();
#pragma omp target update from(a[0 : n])
    return a;
  }

private:
  Box box;
  std::vector<double> first, second;
  double *now, *before;
};

// A standing wave is the cosine of its angle per step times the shape, exactly but for rounding:
// cos(angle) = 1 - square * eigenvalue / 2.
template <int REACH> void swing(const Box &box, const Modes &modes, int steps) {
  const double square = 0.1;
  const double angle = std::acos(1 - square * eigenvalue<REACH>(box, modes) / 2);
  Wave wave(box, modes, angle);
  const double energy = wave.template energy<REACH>(square);
  oracle::holds(energy > 0, "sign of the energy", energy > 0, "positive");
  for (int step = 1; step <= steps; ++step) {
    wave.template advance<REACH>(square);
    oracle::within("energy", step, wave.template energy<REACH>(square), energy, 1e-9 * energy);
  }
  const double *u = wave.fetch();
  for (int x = 0; x < box.nx; ++x)
    for (int y = 0; y < box.ny; ++y)
      for (int z = 0; z < box.nz; ++z)
        oracle::within("displacement", box.at(x, y, z), u[box.at(x, y, z)],
                       std::cos(steps * angle) * shape(box, modes, x, y, z), 1e-11);
  wave.scale(-2);
  oracle::within("energy of twice the wave", steps, wave.template energy<REACH>(square), 4 * energy,
                 1e-8 * energy);
  // Higher orders are nearer to the frequency of the differential equation.
  double continuous = 0;
  const int sizes[3] = {box.nx, box.ny, box.nz};
  for (int axis = 0; axis < 3; ++axis)
    continuous += 4 * PI * PI * modes[axis] * modes[axis] / sizes[axis] / sizes[axis];
  const double off = std::fabs(eigenvalue<REACH>(box, modes) - continuous) / continuous;
  const double bounds[] = {0, 0.1, 0.02, 0.004};
  oracle::within("relative error of the eigenvalue", REACH, off, 0, bounds[REACH]);
}

} // namespace

int main() {
  swing<1>({12, 10, 14}, {1, 1, 2}, 6);
  swing<2>({12, 10, 14}, {1, 1, 2}, 6);
  swing<3>({9, 16, 11}, {1, 2, 1}, 5);
  return oracle::verdict();
}
