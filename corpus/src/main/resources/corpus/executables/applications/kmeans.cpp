// Clustering by Lloyd's k-means in fixed point, so that sums are exact in every order: assignment
// to the nearest centre, sums by atomics, empty clusters reseeded with
// the farthest point (a user-defined reduction). The oracle repeats every round on the host.
#include "executables/oracle.hpp"
#include <algorithm>
#include <vector>

namespace {

using Coordinate = std::int32_t;
using Distance = std::int64_t;

#pragma omp declare target
template <int D> struct Point {
  Coordinate of[D];
};

template <int D> inline Distance square(const Point<D> &a, const Point<D> &b) {
  Distance sum = 0;
  for (int d = 0; d < D; ++d) {
    const Distance apart = static_cast<Distance>(a.of[d]) - b.of[d];
    sum += apart * apart;
  }
  return sum;
}

// The first of the nearest centres.
template <int D> inline int nearest(const Point<D> &point, const Point<D> *centres, int k) {
  int best = 0;
  Distance least = square(point, centres[0]);
  for (int c = 1; c < k; ++c) {
    const Distance there = square(point, centres[c]);
    if (there < least) {
      least = there;
      best = c;
    }
  }
  return best;
}

struct Farthest {
  Distance distance;
  int point;
};

inline Farthest farther(Farthest a, Farthest b) {
  if (a.distance != b.distance) return a.distance > b.distance ? a : b;
  return a.point < b.point ? a : b;
}
#pragma omp end declare target

#pragma omp declare reduction(farther : Farthest : omp_out = farther(omp_out, omp_in))              \
    initializer(omp_priv = Farthest{-1, 1 << 30})

template <int D> struct Model {
  std::vector<Point<D>> centres;
  std::vector<std::int64_t> sums; // of each coordinate, by cluster
  std::vector<int> sizes, labels;
  int k() const { return static_cast<int>(centres.size()); }
};

// Labels all points; how many labels changed.
template <int D> int assign(const Point<D> *points, int n, Model<D> &model) {
  const int k = model.k();
  const Point<D> *centres = model.centres.data();
  int *labels = model.labels.data();
  int changes = 0;
#pragma omp target teams distribute parallel for map(present, alloc : points[0 : n], labels[0 : n]) \
    map(always, to : centres[0 : k]) map(tofrom : changes) reduction(+ : changes)
  for (int i = 0; i < n; ++i) {
    const int label = nearest(points[i], centres, k);
    if (label != labels[i]) ++changes;
    labels[i] = label;
  }
  return changes;
}

template <int D> void accumulate(const Point<D> *points, int n, Model<D> &model) {
  const int k = model.k();
  std::int64_t *sums = model.sums.data();
  int *sizes = model.sizes.data();
  const int *labels = model.labels.data();
#pragma omp target teams distribute parallel for map(from : sums[0 : k * D], sizes[0 : k])
  for (int c = 0; c < k; ++c) {
    sizes[c] = 0;
    for (int d = 0; d < D; ++d) sums[c * D + d] = 0;
  }
#pragma omp target teams distribute parallel for map(tofrom : sums[0 : k * D], sizes[0 : k])        \
    map(present, alloc : points[0 : n], labels[0 : n])
  for (int i = 0; i < n; ++i) {
    const int c = labels[i];
#pragma omp atomic update
    sizes[c] += 1;
    for (int d = 0; d < D; ++d) {
#pragma omp atomic update
      sums[c * D + d] += points[i].of[d];
    }
  }
}

// The point that is farthest from the centre of its cluster; of equal ones the first.
template <int D> Farthest find_farthest(const Point<D> *points, int n, Model<D> &model) {
  const int k = model.k();
  const Point<D> *centres = model.centres.data();
  const int *labels = model.labels.data();
  Farthest found{-1, 1 << 30};
#pragma omp target teams distribute parallel for map(present, alloc : points[0 : n], labels[0 : n]) \
    map(always, to : centres[0 : k]) map(tofrom : found) reduction(farther : found)
  for (int i = 0; i < n; ++i)
    found = farther(found, Farthest{square(points[i], centres[labels[i]]), i});
  return found;
}

// The new centres: means, rounded towards zero; for the first empty cluster the farthest point.
template <int D>
void move_centres(const std::vector<Point<D>> &points, Model<D> &model, Farthest farthest) {
  bool reseeded = false;
  for (int c = 0; c < model.k(); ++c) {
    if (model.sizes[c] == 0) {
      if (!reseeded) model.centres[c] = points[farthest.point];
      reseeded = true;
      continue;
    }
    for (int d = 0; d < D; ++d)
      model.centres[c].of[d] = static_cast<Coordinate>(model.sums[c * D + d] / model.sizes[c]);
  }
}

template <int D> bool has_empty(const Model<D> &model) {
  return std::count(model.sizes.begin(), model.sizes.end(), 0) > 0;
}

// One round on the host; how many labels changed.
template <int D> int round_on_host(const std::vector<Point<D>> &points, Model<D> &model) {
  int changes = 0;
  Farthest farthest{-1, 1 << 30};
  std::fill(model.sums.begin(), model.sums.end(), 0);
  std::fill(model.sizes.begin(), model.sizes.end(), 0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const int label = nearest(points[i], model.centres.data(), model.k());
    if (label != model.labels[i]) ++changes;
    model.labels[i] = label;
    model.sizes[label] += 1;
    for (int d = 0; d < D; ++d) model.sums[label * D + d] += points[i].of[d];
    farthest = farther(
        farthest, Farthest{square(points[i], model.centres[label]), static_cast<int>(i)});
  }
  move_centres(points, model, farthest);
  return changes;
}

template <int D> void compare(const Model<D> &is, const Model<D> &should) {
  for (std::size_t i = 0; i < should.labels.size(); ++i)
    oracle::equal("label", i, is.labels[i], should.labels[i]);
  for (int c = 0; c < should.k(); ++c) {
    oracle::equal("size", c, is.sizes[c], should.sizes[c]);
    for (int d = 0; d < D; ++d)
      oracle::equal("centre", c * D + d, is.centres[c].of[d], should.centres[c].of[d]);
  }
}

// Points about `groups` places, and as first centres the first points.
template <int D>
std::vector<Point<D>> groups_of_points(int n, int groups, oracle::Generator &random) {
  std::vector<Point<D>> places(groups), points(n);
  for (auto &place : places)
    for (auto &x : place.of) x = static_cast<Coordinate>(random.below(1 << 20) - (1 << 19));
  for (auto &point : points) {
    const auto &place = places[random.below(groups)];
    for (int d = 0; d < D; ++d)
      point.of[d] = place.of[d] + static_cast<Coordinate>(random.below(1 << 17) - (1 << 16));
  }
  return points;
}

template <int D> void cluster(int n, int k, bool far_centre, oracle::Generator &random) {
  const auto points = groups_of_points<D>(n, k, random);
  Model<D> model{{points.begin(), points.begin() + k}, std::vector<std::int64_t>(k * D),
                 std::vector<int>(k), std::vector<int>(n, -1)};
  if (far_centre)
    for (auto &x : model.centres[k - 1].of) x = 1 << 30;
  auto host = model;
  const Point<D> *places = points.data();
  int *labels = model.labels.data();
  int rounds = 0, changes = 1;
#pragma omp target data map(to : places[0 : n]) map(tofrom : labels[0 : n])
  for (; changes > 0 && rounds < 30; ++rounds) {
    changes = assign(places, n, model);
    accumulate(places, n, model);
    const auto farthest =
        has_empty(model) ? find_farthest(places, n, model) : Farthest{-1, 1 << 30};
    move_centres(points, model, farthest);
    oracle::equal("changes", rounds, changes, round_on_host(points, host));
  }
  compare(model, host);
  oracle::equal("changes of the last round", rounds, changes, 0);
  oracle::holds(!has_empty(model), "smallest cluster", 0, "not empty");
}

} // namespace

int main() {
  oracle::Generator random(10);
  cluster<2>(700, 5, false, random);
  cluster<3>(300, 7, true, random);
  return oracle::verdict();
}
