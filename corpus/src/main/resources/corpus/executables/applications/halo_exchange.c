// A plate whose heat spreads, divided into slabs that have a device buffer each and exchange their
// edge rows by updates of array sections, as processes exchange messages. Temperatures are integers
// in units of a fixed point, so that every order of the slabs gives the same numbers.
#include "executables/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 48, HEIGHT = 40, SLABS = 4, STEPS = 12, ONE = 1 << 20 };

// The rows first to first + rows - 1 of the plate, with a row of the neighbour's above and below.
typedef struct {
  int first, rows;
  int64_t *now, *next;
} Slab;

static size_t cells(const Slab *slab) { return (size_t)(slab->rows + 2) * WIDTH; }

#pragma omp declare target
// Division that rounds down, also below zero.
static int64_t share(int64_t sum, int64_t by) {
  return sum >= 0 ? sum / by : -((-sum + by - 1) / by);
}

// What a cell has after a step: the nine-point stencil with the weights 16, 4 and 1 of 36.
static int64_t step_of(const int64_t *plate, int at) {
  int64_t sides = plate[at - 1] + plate[at + 1] + plate[at - WIDTH] + plate[at + WIDTH];
  int64_t corners = plate[at - WIDTH - 1] + plate[at - WIDTH + 1] + plate[at + WIDTH - 1] +
                    plate[at + WIDTH + 1];
  return share(16 * plate[at] + 4 * sides + corners, 36);
}
#pragma omp end declare target

static void fill(int64_t *plate) {
  uint64_t random = 5;
  for (int y = 0; y < HEIGHT; ++y)
    for (int x = 0; x < WIDTH; ++x) {
      int edge = x == 0 || y == 0 || x == WIDTH - 1 || y == HEIGHT - 1;
      plate[y * WIDTH + x] = edge ? (int64_t)(x + y) * ONE : oracle_below(&random, 200 * ONE) - 100 * ONE;
    }
}

static void on_host(int64_t *plate) {
  int64_t *next = malloc(sizeof(int64_t) * WIDTH * HEIGHT);
  memcpy(next, plate, sizeof(int64_t) * WIDTH * HEIGHT);
  for (int step = 0; step < STEPS; ++step) {
    for (int y = 1; y < HEIGHT - 1; ++y)
      for (int x = 1; x < WIDTH - 1; ++x) next[y * WIDTH + x] = step_of(plate, y * WIDTH + x);
    memcpy(plate, next, sizeof(int64_t) * WIDTH * HEIGHT);
  }
  free(next);
}

// Slabs of unequal height: the first have a row more than the last.
static void divide(Slab *slabs, const int64_t *plate) {
  int inner = HEIGHT - 2, first = 1;
  for (int k = 0; k < SLABS; ++k) {
    Slab *slab = slabs + k;
    slab->first = first;
    slab->rows = inner / SLABS + (k < inner % SLABS);
    slab->now = malloc(cells(slab) * sizeof(int64_t));
    slab->next = malloc(cells(slab) * sizeof(int64_t));
    memcpy(slab->now, plate + (size_t)(first - 1) * WIDTH, cells(slab) * sizeof(int64_t));
    memcpy(slab->next, slab->now, cells(slab) * sizeof(int64_t));
    first += slab->rows;
    int64_t *now = slab->now, *next = slab->next;
    size_t size = cells(slab);
#pragma omp target enter data map(to : now[0 : size], next[0 : size])
  }
  oracle_equal("rows in slabs", 0, first, HEIGHT - 1);
}

static void collect(Slab *slabs, int64_t *plate) {
  for (int k = 0; k < SLABS; ++k) {
    Slab *slab = slabs + k;
    int64_t *now = slab->now, *next = slab->next;
    size_t size = cells(slab);
#pragma omp target exit data map(from : now[0 : size]) map(delete : next[0 : size])
    memcpy(plate + (size_t)slab->first * WIDTH, now + WIDTH,
           (size_t)slab->rows * WIDTH * sizeof(int64_t));
    free(now);
    free(next);
  }
}

// Rows from to from + rows - 1 of a slab.
static void advance(Slab *slab, int from, int rows) {
  const int64_t *now = slab->now;
  int64_t *next = slab->next;
  const size_t size = cells(slab);
#pragma omp target teams distribute parallel for collapse(2) map(present, alloc : now[0 : size])    \
    map(present, alloc : next[0 : size])
  for (int y = from; y < from + rows; ++y)
    for (int x = 1; x < WIDTH - 1; ++x) next[y * WIDTH + x] = step_of(now, y * WIDTH + x);
}

// The row of a slab that the neighbour needs goes to the host, and from there to the neighbour's
// row beyond its edge.
static void send(Slab *from, int row, Slab *to, int halo) {
  int64_t *source = from->now + (size_t)row * WIDTH, *target = to->now + (size_t)halo * WIDTH;
#pragma omp target update from(source[0 : WIDTH])
  memcpy(target, source, WIDTH * sizeof(int64_t));
#pragma omp target update to(target[0 : WIDTH])
}

static void exchange(Slab *slabs) {
  for (int k = 0; k + 1 < SLABS; ++k) {
    Slab *upper = slabs + k, *lower = slabs + k + 1;
    send(upper, upper->rows, lower, 0);
    send(lower, 1, upper, upper->rows + 1);
  }
}

// The same by updates that the host does not wait for: a row is sent on when it has arrived, and all
// rows at once.
static void exchange_at_once(Slab *slabs) {
#pragma omp parallel
#pragma omp single
  {
    for (int k = 0; k + 1 < SLABS; ++k) {
      Slab *upper = slabs + k, *lower = slabs + k + 1;
      int64_t *down = upper->now + (size_t)upper->rows * WIDTH, *up = lower->now + WIDTH;
      int64_t *above = lower->now, *below = upper->now + (size_t)(upper->rows + 1) * WIDTH;
#pragma omp target update from(down[0 : WIDTH]) depend(out : down[0]) nowait
#pragma omp target update from(up[0 : WIDTH]) depend(out : up[0]) nowait
#pragma omp task depend(in : down[0]) depend(out : above[0])
      memcpy(above, down, WIDTH * sizeof(int64_t));
#pragma omp task depend(in : up[0]) depend(out : below[0])
      memcpy(below, up, WIDTH * sizeof(int64_t));
#pragma omp target update to(above[0 : WIDTH]) depend(in : above[0]) nowait
#pragma omp target update to(below[0 : WIDTH]) depend(in : below[0]) nowait
    }
#pragma omp taskwait
  }
}

static void swap_buffers(Slab *slab) {
  int64_t *kept = slab->now;
  slab->now = slab->next;
  slab->next = kept;
}

// Each step computes the edge rows of all slabs first, then what lies between them.
static void run(Slab *slabs, void (*exchange_edges)(Slab *)) {
  for (int step = 0; step < STEPS; ++step) {
    for (int k = 0; k < SLABS; ++k) {
      advance(slabs + k, 1, 1);
      advance(slabs + k, slabs[k].rows, 1);
    }
    for (int k = 0; k < SLABS; ++k) advance(slabs + k, 2, slabs[k].rows - 2);
    for (int k = 0; k < SLABS; ++k) swap_buffers(slabs + k);
    exchange_edges(slabs);
  }
}

// The heat in all slabs, summed on the device: a slab's halo is not its own.
static int64_t heat(Slab *slabs) {
  int64_t total = 0;
  for (int k = 0; k < SLABS; ++k) {
    const int64_t *own = slabs[k].now + WIDTH;
    const size_t size = (size_t)slabs[k].rows * WIDTH;
    int64_t sum = 0;
#pragma omp target teams distribute parallel for map(present, alloc : own[0 : size])                \
    map(tofrom : sum) reduction(+ : sum)
    for (size_t i = 0; i < size; ++i) sum += own[i];
    total += sum;
  }
  return total;
}

// The host's copies are stale but for the rows that were sent.
static void judge_copies(const Slab *slabs, const int64_t *plate) {
  for (int k = 0; k + 1 < SLABS; ++k) {
    const Slab *slab = slabs + k;
    const int64_t *sent = slab->now + (size_t)slab->rows * WIDTH;
    for (int x = 0; x < WIDTH; ++x)
      oracle_equal("row that was sent", x, sent[x],
                   plate[(size_t)(slab->first + slab->rows - 1) * WIDTH + x]);
  }
}

// Runs all steps with one way of exchange, from the same start.
static void judge(const int64_t *start, const int64_t *should, void (*exchange_edges)(Slab *)) {
  int64_t *plate = malloc(sizeof(int64_t) * WIDTH * HEIGHT);
  Slab slabs[SLABS];
  memcpy(plate, start, sizeof(int64_t) * WIDTH * HEIGHT);
  divide(slabs, plate);
  run(slabs, exchange_edges);
  int64_t sum = 0;
  for (int i = WIDTH; i < WIDTH * (HEIGHT - 1); ++i) sum += should[i];
  oracle_equal("heat", STEPS, heat(slabs), sum);
  judge_copies(slabs, should);
  collect(slabs, plate);
  for (int i = 0; i < WIDTH * HEIGHT; ++i) oracle_equal("cell", i, plate[i], should[i]);
  free(plate);
}

int main(void) {
  int64_t *start = malloc(sizeof(int64_t) * WIDTH * HEIGHT);
  int64_t *should = malloc(sizeof(int64_t) * WIDTH * HEIGHT);
  fill(start);
  memcpy(should, start, sizeof(int64_t) * WIDTH * HEIGHT);
  on_host(should);
  judge(start, should, exchange);
  judge(start, should, exchange_at_once);
  free(start);
  free(should);
  return oracle_verdict();
}
