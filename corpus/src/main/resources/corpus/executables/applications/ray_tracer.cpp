// A ray tracer whose shapes are of several kinds: what a kind does is called through tables of
// functions that the device has of its own (declare target), as virtual functions would be. Pixels
// have different costs, so that loops are dynamic in effect: threads of a warp part. The oracle
// renders on the host, where the tables hold the host's functions.
#include "executables/oracle.hpp"
#include <cmath>
#include <vector>

namespace {

#pragma omp declare target
struct Vector {
  double x, y, z;
};

inline Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vector operator*(double s, Vector a) { return {s * a.x, s * a.y, s * a.z}; }
inline double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector unit(Vector a) { return 1 / std::sqrt(dot(a, a)) * a; }

struct Ray {
  Vector from, along;
};

enum Kind { SPHERE, FLOOR, BOX, KINDS };

// A sphere at a place with a size, a floor at a height, a box from a place with edges of a size.
struct Shape {
  Kind kind;
  Vector place;
  double size;
  double colour, mirror;
};

constexpr double NOTHING = 1e30, NEAR = 1e-6;

// The distance at which a ray meets the shape, or NOTHING.
double meet_sphere(const Shape &shape, const Ray &ray) {
  const Vector between = ray.from - shape.place;
  const double half = dot(between, ray.along);
  const double rest = half * half - dot(between, between) + shape.size * shape.size;
  if (rest < 0) return NOTHING;
  const double root = std::sqrt(rest);
  if (-half - root > NEAR) return -half - root;
  return -half + root > NEAR ? -half + root : NOTHING;
}

double meet_floor(const Shape &shape, const Ray &ray) {
  if (std::fabs(ray.along.y) < NEAR) return NOTHING;
  const double distance = (shape.place.y - ray.from.y) / ray.along.y;
  return distance > NEAR ? distance : NOTHING;
}

double meet_box(const Shape &shape, const Ray &ray) {
  const double from[3] = {ray.from.x, ray.from.y, ray.from.z};
  const double along[3] = {ray.along.x, ray.along.y, ray.along.z};
  const double low[3] = {shape.place.x, shape.place.y, shape.place.z};
  double enters = -NOTHING, leaves = NOTHING;
  for (int axis = 0; axis < 3; ++axis) {
    double first = (low[axis] - from[axis]) / along[axis];
    double second = (low[axis] + shape.size - from[axis]) / along[axis];
    enters = std::fmax(enters, std::fmin(first, second));
    leaves = std::fmin(leaves, std::fmax(first, second));
  }
  if (enters > leaves || leaves < NEAR) return NOTHING;
  return enters > NEAR ? enters : leaves;
}

// The direction that is upright on the shape at a point.
Vector upright_on_sphere(const Shape &shape, Vector point) { return unit(point - shape.place); }

Vector upright_on_floor(const Shape &, Vector) { return {0, 1, 0}; }

Vector upright_on_box(const Shape &shape, Vector point) {
  const double half = shape.size / 2;
  const Vector off = point - (shape.place + Vector{half, half, half});
  const double x = std::fabs(off.x), y = std::fabs(off.y), z = std::fabs(off.z);
  if (x >= y && x >= z) return {off.x > 0 ? 1.0 : -1.0, 0, 0};
  if (y >= z) return {0, off.y > 0 ? 1.0 : -1.0, 0};
  return {0, 0, off.z > 0 ? 1.0 : -1.0};
}

// The share of the colour at a point.
double plain(const Shape &shape, Vector) { return shape.colour; }

double chequered(const Shape &shape, Vector point) {
  const int sum = static_cast<int>(std::floor(point.x)) + static_cast<int>(std::floor(point.z));
  return (sum & 1) != 0 ? shape.colour : 0.3 * shape.colour;
}

using Meet = double (*)(const Shape &, const Ray &);
using Upright = Vector (*)(const Shape &, Vector);
using Paint = double (*)(const Shape &, Vector);

// The tables: what each kind does.
Meet MEET[KINDS] = {meet_sphere, meet_floor, meet_box};
Upright UPRIGHT[KINDS] = {upright_on_sphere, upright_on_floor, upright_on_box};
Paint PAINT[KINDS] = {plain, chequered, plain};

struct Hit {
  double distance;
  int shape;
};

inline Hit nearest(const Shape *shapes, int count, const Ray &ray) {
  Hit hit{NOTHING, -1};
  for (int s = 0; s < count; ++s) {
    const double distance = MEET[shapes[s].kind](shapes[s], ray);
    if (distance < hit.distance) hit = {distance, s};
  }
  return hit;
}

constexpr int BOUNCES = 4;

// Follows a ray through mirrors; the brightness, and how often it was mirrored.
inline double trace(const Shape *shapes, int count, Ray ray, int &bounces) {
  const Vector light = unit({0.6, 1.0, -0.4});
  double brightness = 0, share = 1;
  for (bounces = 0; bounces < BOUNCES; ++bounces) {
    const Hit hit = nearest(shapes, count, ray);
    if (hit.shape < 0) return brightness + share * (0.5 + 0.4 * ray.along.y);
    const Shape &shape = shapes[hit.shape];
    const Vector point = ray.from + hit.distance * ray.along;
    const Vector up = UPRIGHT[shape.kind](shape, point);
    const Ray to_light{point + NEAR * 10 * up, light};
    double lit = std::fmax(0.0, dot(up, light));
    if (nearest(shapes, count, to_light).shape >= 0) lit = 0;
    brightness += share * (1 - shape.mirror) * PAINT[shape.kind](shape, point) * (0.15 + 0.85 * lit);
    share *= shape.mirror;
    if (share < 0.01) break;
    ray = {to_light.from, ray.along - 2 * dot(ray.along, up) * up};
  }
  return brightness;
}

inline Ray through(int pixel, int width, int height) {
  const double x = (pixel % width + 0.5 - 0.5 * width) / height;
  const double y = (0.5 * height - pixel / width - 0.5) / height;
  return {{0, 1.5, -5}, unit({x + 1e-4, y - 0.1, 1})};
}
#pragma omp end declare target

struct Image {
  int width, height;
  std::vector<double> pixels;
  std::vector<int> bounces;
};

// How many rays were mirrored at all, and the brightest pixel.
struct Summary {
  long mirrored;
  double brightest;
};

Summary render(const std::vector<Shape> &scene, Image &image) {
  const int count = static_cast<int>(scene.size()), width = image.width, height = image.height;
  const int size = width * height;
  const Shape *shapes = scene.data();
  double *pixels = image.pixels.data(), brightest = 0;
  int *bounces = image.bounces.data();
  long mirrored = 0;
#pragma omp target teams distribute parallel for num_teams(6) thread_limit(64)                      \
    map(to : shapes[0 : count]) map(from : pixels[0 : size], bounces[0 : size])                     \
    map(tofrom : mirrored, brightest) reduction(+ : mirrored) reduction(max : brightest)
  for (int p = 0; p < size; ++p) {
    pixels[p] = trace(shapes, count, through(p, width, height), bounces[p]);
    mirrored += bounces[p] > 0;
    brightest = std::fmax(brightest, pixels[p]);
  }
  return {mirrored, brightest};
}

std::vector<Shape> scene() {
  return {{FLOOR, {0, 0, 0}, 0, 0.9, 0.1},        {SPHERE, {-1.2, 1, 1}, 1, 0.8, 0.6},
          {SPHERE, {1.1, 0.6, 0.2}, 0.6, 0.5, 0}, {SPHERE, {0.2, 0.3, -1.2}, 0.3, 1, 0.3},
          {BOX, {1.6, 0, 1.5}, 1.2, 0.7, 0.2},    {BOX, {-2.4, 0, -0.6}, 0.7, 0.6, 0}};
}

// Pixels at an edge may go either way where device code fuses operations: a few may differ.
void judge(const Image &image, const std::vector<Shape> &shapes, const Summary &summary) {
  const int size = image.width * image.height, count = static_cast<int>(shapes.size());
  long mirrored = 0, different = 0;
  double brightest = 0;
  for (int p = 0; p < size; ++p) {
    int bounces = 0;
    const double should = trace(shapes.data(), count, through(p, image.width, image.height), bounces);
    if (std::fabs(image.pixels[p] - should) > 1e-7 || image.bounces[p] != bounces) ++different;
    mirrored += bounces > 0;
    brightest = std::fmax(brightest, should);
  }
  oracle::holds(different <= size / 200, "different pixels", different, "one of 200 at most");
  oracle::within("mirrored rays", 0, summary.mirrored, mirrored, size / 200);
  oracle::within("brightest pixel", 0, summary.brightest, brightest, 0.01);
}

// One ray at each kind, with distances that are known.
void known_hits() {
  const Shape shapes[KINDS] = {{SPHERE, {0, 0, 10}, 2, 1, 0}, {FLOOR, {0, -3, 0}, 0, 1, 0},
                               {BOX, {-1, -1, 4}, 2, 1, 0}};
  double distances[KINDS] = {};
#pragma omp target map(to : shapes) map(from : distances)
  for (int kind = 0; kind < KINDS; ++kind) {
    const Vector along = kind == FLOOR ? Vector{0, -1, 0} : Vector{0, 0, 1};
    distances[kind] = MEET[shapes[kind].kind](shapes[kind], Ray{{0.0, 0.0, 0.0}, along});
  }
  const double should[KINDS] = {8, 3, 4};
  for (int kind = 0; kind < KINDS; ++kind)
    oracle::within("distance", kind, distances[kind], should[kind], 1e-12);
}

} // namespace

int main() {
  known_hits();
  const auto shapes = scene();
  Image image{48, 32, std::vector<double>(48 * 32), std::vector<int>(48 * 32)};
  const auto summary = render(shapes, image);
  judge(image, shapes, summary);
  oracle::holds(summary.mirrored > 100, "mirrored rays", summary.mirrored, "over 100");
  return oracle::verdict();
}
