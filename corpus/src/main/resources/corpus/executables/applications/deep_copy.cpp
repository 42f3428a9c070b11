// A mesh of levels of patches of cells, each of which points to the next: mapped as a whole by mappers
// that contain each other. Advection on every level runs through the device's pointers; patches
// exchange ghost cells, and the coarse level takes the fine one's means. Quantities are integers.
#include "executables/oracle.hpp"
#include <cstdlib>
#include <vector>

namespace {

using Quantity = std::int64_t;

// Cells first to first + n - 1 of a level, with a ghost cell at either end.
struct Patch {
  int first, n;
  Quantity *cells; // n + 2
  Quantity *flux;  // n + 1
};
#pragma omp declare mapper(Patch p) map(p, p.cells[0 : p.n + 2], p.flux[0 : p.n + 1])

struct Level {
  int count, cells;
  Patch *patches;
};
#pragma omp declare mapper(Level l) map(l, l.patches[0 : l.count])

struct Mesh {
  int depth;
  Level *levels;
};
#pragma omp declare mapper(Mesh m) map(m, m.levels[0 : m.depth])

#pragma omp declare target
// What flows from left to right between two cells in a step: an eighth, and a limited correction.
inline Quantity flow(Quantity left, Quantity right) {
  const Quantity slope = right - left;
  const Quantity limited = slope > 64 ? 64 : slope < -64 ? -64 : slope;
  return (left >> 3) - (limited >> 4);
}
#pragma omp end declare target

// Patches of unequal sizes; the cells of a level are a power of two times those of the coarsest.
Level make_level(int cells, int count, oracle::Generator &random) {
  Level level{count, cells, static_cast<Patch *>(std::malloc(count * sizeof(Patch)))};
  int first = 0;
  for (int k = 0; k < count; ++k) {
    const int rest = count - k - 1;
    int n = 2 * (cells / count / 2) + (k % 2 == 0 ? 2 : -2);
    if (rest == 0) n = cells - first;
    Patch &patch = level.patches[k];
    patch = {first, n, static_cast<Quantity *>(std::calloc(n + 2, sizeof(Quantity))),
             static_cast<Quantity *>(std::calloc(n + 1, sizeof(Quantity)))};
    for (int i = 1; i <= n; ++i) patch.cells[i] = random.below(4000);
    first += n;
  }
  return level;
}

Mesh make_mesh(int depth, int cells, oracle::Generator &random) {
  Mesh mesh{depth, static_cast<Level *>(std::malloc(depth * sizeof(Level)))};
  for (int l = 0; l < depth; ++l) mesh.levels[l] = make_level(cells << l, 3 + l, random);
  return mesh;
}

void free_mesh(Mesh &mesh) {
  for (int l = 0; l < mesh.depth; ++l) {
    for (int k = 0; k < mesh.levels[l].count; ++k) {
      std::free(mesh.levels[l].patches[k].cells);
      std::free(mesh.levels[l].patches[k].flux);
    }
    std::free(mesh.levels[l].patches);
  }
  std::free(mesh.levels);
}

// The host's copy, level by level in one array each.
std::vector<std::vector<Quantity>> flat(const Mesh &mesh) {
  std::vector<std::vector<Quantity>> all;
  for (int l = 0; l < mesh.depth; ++l) {
    std::vector<Quantity> cells;
    for (int k = 0; k < mesh.levels[l].count; ++k) {
      const Patch &patch = mesh.levels[l].patches[k];
      cells.insert(cells.end(), patch.cells + 1, patch.cells + 1 + patch.n);
    }
    all.push_back(cells);
  }
  return all;
}

// Ghost cells are the neighbours' outermost cells; the level is a ring.
void fill_ghosts(Level *level, int count) {
#pragma omp target teams distribute parallel for
  for (int k = 0; k < count; ++k) {
    Patch *patches = level->patches;
    const Patch &left = patches[(k + count - 1) % count], &right = patches[(k + 1) % count];
    patches[k].cells[0] = left.cells[left.n];
    patches[k].cells[patches[k].n + 1] = right.cells[1];
  }
}

// A team for each patch: the flows first, then the cells.
void advect(Level *level, int count) {
#pragma omp target teams distribute num_teams(count) thread_limit(32)
  for (int k = 0; k < count; ++k) {
    const Patch patch = level->patches[k];
#pragma omp parallel for
    for (int i = 0; i <= patch.n; ++i) patch.flux[i] = flow(patch.cells[i], patch.cells[i + 1]);
#pragma omp parallel for
    for (int i = 1; i <= patch.n; ++i) patch.cells[i] += patch.flux[i - 1] - patch.flux[i];
  }
}

// Each cell of the coarse level becomes the sum of the two it covers of the fine one, less half of
// what it had before: the patch that has the fine cell is searched for.
void coarsen(Level *coarse, Level *fine, int count) {
#pragma omp target teams distribute num_teams(count) thread_limit(32)
  for (int k = 0; k < count; ++k) {
    const Patch patch = coarse->patches[k];
#pragma omp parallel for
    for (int i = 1; i <= patch.n; ++i) {
      Quantity sum = 0;
      for (int half = 0; half < 2; ++half) {
        const int at = 2 * (patch.first + i - 1) + half;
        int which = 0;
        while (at >= fine->patches[which].first + fine->patches[which].n) ++which;
        sum += fine->patches[which].cells[1 + at - fine->patches[which].first];
      }
      patch.cells[i] = (patch.cells[i] >> 1) + (sum >> 1);
    }
  }
}

void step(Mesh &mesh) {
  for (int l = mesh.depth - 1; l >= 0; --l) {
    Level *level = mesh.levels + l;
    const int count = level->count;
    fill_ghosts(level, count);
    advect(level, count);
    if (l + 1 < mesh.depth) coarsen(level, level + 1, count);
  }
}

void step_on_host(std::vector<std::vector<Quantity>> &levels) {
  for (int l = static_cast<int>(levels.size()) - 1; l >= 0; --l) {
    auto &cells = levels[l];
    const int n = static_cast<int>(cells.size());
    std::vector<Quantity> flux(n);
    for (int i = 0; i < n; ++i) flux[i] = flow(cells[i], cells[(i + 1) % n]);
    for (int i = 0; i < n; ++i) cells[i] += flux[(i + n - 1) % n] - flux[i];
    if (l + 1 < static_cast<int>(levels.size()))
      for (int i = 0; i < n; ++i)
        cells[i] = (cells[i] >> 1) + ((levels[l + 1][2 * i] + levels[l + 1][2 * i + 1]) >> 1);
  }
}

// The sum of a level: a region that follows the pointers of the structure it is given.
Quantity total(Level *level, int count) {
  Quantity sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum)
  for (int k = 0; k < count; ++k)
    for (int i = 1; i <= level->patches[k].n; ++i) sum += level->patches[k].cells[i];
  return sum;
}

void compare(const char *name, const std::vector<std::vector<Quantity>> &is,
             const std::vector<std::vector<Quantity>> &should) {
  for (std::size_t l = 0; l < should.size(); ++l) {
    oracle::equal("cells of a level", l, static_cast<long>(is[l].size()),
                  static_cast<long>(should[l].size()));
    for (std::size_t i = 0; i < should[l].size(); ++i)
      oracle::equal(name, i, static_cast<long>(is[l][i]), static_cast<long>(should[l][i]));
  }
}

// While the mesh is mapped the host's cells are as they were, and a section of one patch is updated
// alone.
void judge_update(Mesh &mesh, const std::vector<std::vector<Quantity>> &before,
                  const std::vector<std::vector<Quantity>> &now) {
  compare("cell that was not copied", flat(mesh), before);
  const Patch &patch = mesh.levels[1].patches[2];
  Quantity *cells = patch.cells;
  const int n = patch.n;
#pragma omp target update from(cells[1 : n])
  for (int i = 0; i < n; ++i)
    oracle::equal("cell that was copied", i, static_cast<long>(cells[1 + i]),
                  static_cast<long>(now[1][patch.first + i]));
}

} // namespace

int main() {
  oracle::Generator random(21);
  Mesh mesh = make_mesh(3, 24, random);
  const auto start = flat(mesh);
  auto should = start;
#pragma omp target enter data map(to : mesh)
  for (int k = 0; k < 4; ++k) {
    step(mesh);
    step_on_host(should);
  }
  judge_update(mesh, start, should);
  for (int l = 0; l < mesh.depth; ++l) {
    Quantity sum = 0;
    for (Quantity each : should[l]) sum += each;
    oracle::equal("sum of a level", l, static_cast<long>(total(mesh.levels + l, mesh.levels[l].count)),
                  static_cast<long>(sum));
  }
  const Patch *patches = mesh.levels[0].patches;
#pragma omp target exit data map(from : mesh)
  oracle::equal("pointer of the host", 0, patches == mesh.levels[0].patches, true);
  compare("cell", flat(mesh), should);
  Quantity finest = 0, first = 0;
  for (Quantity each : should.back()) finest += each;
  for (Quantity each : start.back()) first += each;
  oracle::equal("sum of the finest level", 0, static_cast<long>(finest), static_cast<long>(first));
  free_mesh(mesh);
  return oracle::verdict();
}
