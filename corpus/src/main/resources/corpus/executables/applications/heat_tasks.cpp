// Heat in a plate by tiles: each tile's step is a target task that waits for its
// neighbours' last steps by dependences and for nothing else, so that tiles run ahead of each other.
// Temperatures are integers; the oracle steps the whole plate at once.
#include "executables/oracle.hpp"
#include <algorithm>
#include <vector>

namespace {

using Heat = std::int64_t;

#pragma omp declare target
constexpr int TILE = 16, TILES = 4, SIDE = TILE * TILES, HALO = SIDE + 2, CELLS = HALO * HALO;

// A quarter of the neighbours' sum, rounded down, drawn towards what the cell had.
inline Heat relaxed(Heat own, Heat sum) { return own + ((sum - 4 * own) >> 3); }

inline int cell(int row, int column) { return (row + 1) * HALO + column + 1; }
#pragma omp end declare target

struct Plate {
  std::vector<Heat> even = std::vector<Heat>(CELLS), odd = std::vector<Heat>(CELLS);
};

void begin(Plate &plate, oracle::Generator &random) {
  for (int row = -1; row <= SIDE; ++row)
    for (int column = -1; column <= SIDE; ++column) {
      const bool edge = row < 0 || column < 0 || row == SIDE || column == SIDE;
      plate.even[cell(row, column)] = edge ? 1000 * (row - column) : random.below(1 << 20);
    }
  plate.odd = plate.even;
}

void step_on_host(const std::vector<Heat> &now, std::vector<Heat> &next) {
  for (int row = 0; row < SIDE; ++row)
    for (int column = 0; column < SIDE; ++column) {
      const int at = cell(row, column);
      next[at] = relaxed(now[at], now[at - 1] + now[at + 1] + now[at - HALO] + now[at + HALO]);
    }
}

// The state of each tile that tasks depend on; a frame of tiles that nothing writes is around.
class Marks {
public:
  char *of(int row, int column) { return &mark[(row + 1) * (TILES + 2) + column + 1]; }

private:
  char mark[(TILES + 2) * (TILES + 2)] = {};
};

// One step of one tile, after the steps of it and its four neighbours before.
void step_tile(const Heat *now, Heat *next, Marks &before, Marks &after, int row, int column) {
  char *own = before.of(row, column), *mine = after.of(row, column);
  char *up = before.of(row - 1, column), *down = before.of(row + 1, column);
  char *left = before.of(row, column - 1), *right = before.of(row, column + 1);
  const int top = row * TILE, start = column * TILE;
#pragma omp target teams distribute parallel for collapse(2) nowait num_teams(2) thread_limit(64)   \
    map(present, alloc : now[0 : CELLS], next[0 : CELLS])                                           \
    depend(in : own[0], up[0], down[0], left[0], right[0]) depend(inout : mine[0])
  for (int y = top; y < top + TILE; ++y)
    for (int x = start; x < start + TILE; ++x) {
      const int at = cell(y, x);
      next[at] = relaxed(now[at], now[at - 1] + now[at + 1] + now[at - HALO] + now[at + HALO]);
    }
}

// All steps of all tiles, as tasks that only dependences put in an order. A tile's step overwrites
// what its neighbours read two steps before: they have marked the step between.
void run_tiles(Plate &plate, int steps) {
  Heat *even = plate.even.data(), *odd = plate.odd.data();
  Marks of_even, of_odd;
#pragma omp target data map(tofrom : even[0 : CELLS], odd[0 : CELLS])
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int step = 0; step < steps; ++step)
      for (int row = 0; row < TILES; ++row)
        for (int column = 0; column < TILES; ++column) {
          if (step % 2 == 0)
            step_tile(even, odd, of_even, of_odd, row, column);
          else
            step_tile(odd, even, of_odd, of_even, row, column);
        }
#pragma omp taskwait
  }
}

// A wave that runs through the tiles once: Gauss and Seidel's order, a tile after those above it and
// left of it. Within a tile antidiagonals are steps of a region of one team.
void run_wave(std::vector<Heat> &plate) {
  Heat *heat = plate.data();
  Marks done;
#pragma omp target data map(tofrom : heat[0 : CELLS])
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int row = 0; row < TILES; ++row)
      for (int column = 0; column < TILES; ++column) {
        char *up = done.of(row - 1, column), *left = done.of(row, column - 1);
        char *own = done.of(row, column);
        const int top = row * TILE, start = column * TILE;
#pragma omp target teams num_teams(1) thread_limit(32) nowait map(present, alloc : heat[0 : CELLS]) \
    depend(in : up[0], left[0]) depend(out : own[0])
        for (int diagonal = 0; diagonal < 2 * TILE - 1; ++diagonal) {
          const int from = diagonal < TILE ? 0 : diagonal - TILE + 1;
          const int to = diagonal < TILE ? diagonal : TILE - 1;
#pragma omp parallel for
          for (int y = from; y <= to; ++y) {
            const int at = cell(top + y, start + diagonal - y);
            heat[at] =
                relaxed(heat[at], heat[at - 1] + heat[at + 1] + heat[at - HALO] + heat[at + HALO]);
          }
        }
      }
#pragma omp taskwait
  }
}

void wave_on_host(std::vector<Heat> &heat) {
  for (int row = 0; row < SIDE; ++row)
    for (int column = 0; column < SIDE; ++column) {
      const int at = cell(row, column);
      heat[at] = relaxed(heat[at], heat[at - 1] + heat[at + 1] + heat[at - HALO] + heat[at + HALO]);
    }
}

// Reductions of tiles as tasks: the host's task at the end waits for all of them.
Heat sum_by_tasks(const std::vector<Heat> &plate) {
  const Heat *heat = plate.data();
  Heat sums[TILES] = {}, total = 0;
#pragma omp target data map(to : heat[0 : CELLS])
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int band = 0; band < TILES; ++band) {
      Heat *sum = &sums[band];
#pragma omp target teams distribute parallel for collapse(2) nowait map(tofrom : sum[0 : 1])        \
    map(present, alloc : heat[0 : CELLS]) depend(out : sum[0]) reduction(+ : sum[0 : 1])
      for (int row = band * TILE; row < (band + 1) * TILE; ++row)
        for (int column = 0; column < SIDE; ++column) sum[0] += heat[cell(row, column)];
    }
#pragma omp task shared(total) depend(in : sums[0], sums[1], sums[2], sums[3])
    for (Heat sum : sums) total += sum;
#pragma omp taskwait
  }
  return total;
}

// The largest change of a step, tile by tile in tasks, and of those the largest: each tile's task
// takes the greatest of those before it along its row from the host's array.
Heat largest_change(const std::vector<Heat> &before, const std::vector<Heat> &after) {
  const Heat *was = before.data(), *is = after.data();
  Heat changes[TILES * TILES] = {};
#pragma omp target data map(to : was[0 : CELLS], is[0 : CELLS])
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int tile = 0; tile < TILES * TILES; ++tile) {
      const int top = tile / TILES * TILE, start = tile % TILES * TILE;
      Heat *mine = &changes[tile], *left = tile % TILES > 0 ? mine - 1 : mine;
#pragma omp task depend(in : left[0]) depend(inout : mine[0]) firstprivate(left, mine)
      *mine = *left;
#pragma omp target teams distribute parallel for collapse(2) nowait depend(inout : mine[0])         \
    map(present, alloc : was[0 : CELLS], is[0 : CELLS]) map(tofrom : mine[0 : 1])                   \
    reduction(max : mine[0 : 1])
      for (int y = top; y < top + TILE; ++y)
        for (int x = start; x < start + TILE; ++x) {
          const Heat change = is[cell(y, x)] - was[cell(y, x)], size = change < 0 ? -change : change;
          mine[0] = mine[0] > size ? mine[0] : size;
        }
    }
#pragma omp taskwait
  }
  Heat largest = 0;
  for (int row = 0; row < TILES; ++row) largest = std::max(largest, changes[row * TILES + TILES - 1]);
  return largest;
}

void compare(const char *name, const std::vector<Heat> &is, const std::vector<Heat> &should) {
  for (int i = 0; i < CELLS; ++i)
    oracle::equal(name, i, static_cast<long>(is[i]), static_cast<long>(should[i]));
}

void judge_tiles(int steps, oracle::Generator &random) {
  Plate plate;
  begin(plate, random);
  auto now = plate.even, next = plate.odd;
  run_tiles(plate, steps);
  for (int step = 0; step < steps; ++step) {
    step_on_host(now, next);
    now.swap(next);
  }
  compare("cell after all steps", steps % 2 == 0 ? plate.even : plate.odd, now);
  compare("cell after the step before", steps % 2 == 0 ? plate.odd : plate.even, next);
  Heat sum = 0;
  for (int row = 0; row < SIDE; ++row)
    for (int column = 0; column < SIDE; ++column) sum += now[cell(row, column)];
  Heat largest = 0;
  for (int row = 0; row < SIDE; ++row)
    for (int column = 0; column < SIDE; ++column) {
      const Heat change = now[cell(row, column)] - next[cell(row, column)];
      largest = std::max(largest, change < 0 ? -change : change);
    }
  oracle::equal("largest change", steps, static_cast<long>(largest_change(next, now)),
                static_cast<long>(largest));
  oracle::equal("sum by tasks", steps, static_cast<long>(sum_by_tasks(now)), static_cast<long>(sum));
}

void judge_wave(oracle::Generator &random) {
  Plate plate;
  begin(plate, random);
  auto should = plate.even;
  run_wave(plate.even);
  wave_on_host(should);
  compare("cell after the wave", plate.even, should);
}

} // namespace

int main() {
  oracle::Generator random(18);
  judge_tiles(7, random);
  judge_tiles(2, random);
  judge_wave(random);
  return oracle::verdict();
}
