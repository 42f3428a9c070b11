// Prefix sums on the device: inclusive and exclusive over blocks (Blelloch's sweeps in a team's
// shared array), by segments, and what they are for: compacting a stream and expanding runs.
// Sums are of 64 bits and exact.
#include "executables/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 128, THREADS = 64 };

static int blocks_of(int n) { return (n + BLOCK - 1) / BLOCK; }

// Replaces each block by its exclusive sums, and writes the blocks' totals.
static void scan_blocks(int64_t *values, int n, int64_t *totals) {
  const int blocks = blocks_of(n);
#pragma omp target teams distribute num_teams(blocks) thread_limit(THREADS)                         \
    map(present, alloc : values[0 : n], totals[0 : blocks])
  for (int block = 0; block < blocks; ++block) {
    int64_t shared[BLOCK];
    const int from = block * BLOCK;
#pragma omp parallel for
    for (int i = 0; i < BLOCK; ++i) shared[i] = from + i < n ? values[from + i] : 0;
    for (int stride = 1; stride < BLOCK; stride *= 2) {
#pragma omp parallel for
      for (int i = 2 * stride - 1; i < BLOCK; i += 2 * stride) shared[i] += shared[i - stride];
    }
    totals[block] = shared[BLOCK - 1];
    shared[BLOCK - 1] = 0;
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
#pragma omp parallel for
      for (int i = 2 * stride - 1; i < BLOCK; i += 2 * stride) {
        int64_t left = shared[i - stride];
        shared[i - stride] = shared[i];
        shared[i] += left;
      }
    }
#pragma omp parallel for
    for (int i = 0; i < BLOCK; ++i)
      if (from + i < n) values[from + i] = shared[i];
  }
}

static void add_to_blocks(int64_t *values, int n, const int64_t *before) {
  const int blocks = blocks_of(n);
#pragma omp target teams distribute parallel for thread_limit(THREADS)                              \
    map(present, alloc : values[0 : n], before[0 : blocks])
  for (int i = 0; i < n; ++i) values[i] += before[i / BLOCK];
}

// Exclusive sums of values that are on the device, in place; levels of totals until one block is
// left.
static void exclusive(int64_t *values, int n) {
  const int blocks = blocks_of(n);
  int64_t *totals = malloc((size_t)blocks * sizeof *totals);
#pragma omp target enter data map(alloc : totals[0 : blocks])
  scan_blocks(values, n, totals);
  if (blocks > 1) {
    exclusive(totals, blocks);
    add_to_blocks(values, n, totals);
  }
#pragma omp target exit data map(delete : totals[0 : blocks])
  free(totals);
}

// Inclusive sums within segments: a value behind a flag begins anew. The exclusive sum at the last
// flag is found by a scan of the maximum (Hillis and Steele's, between two buffers).
static void segmented(int64_t *values, const unsigned char *flags, int n) {
  int64_t *sums = malloc((size_t)n * sizeof *sums);
  int *first = malloc((size_t)n * sizeof *first), *other = malloc((size_t)n * sizeof *other);
#pragma omp target data map(tofrom : values[0 : n]) map(to : flags[0 : n])                          \
    map(alloc : sums[0 : n], first[0 : n], other[0 : n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) {
      sums[i] = values[i];
      first[i] = flags[i] ? i : 0;
    }
    exclusive(sums, n);
    for (int stride = 1; stride < n; stride *= 2) {
      int *now = first, *next = other;
#pragma omp target teams distribute parallel for map(present, alloc : now[0 : n], next[0 : n])
      for (int i = 0; i < n; ++i) {
        int before = i >= stride ? now[i - stride] : 0;
        next[i] = before > now[i] ? before : now[i];
      }
      first = next;
      other = now;
    }
    int *start = first;
#pragma omp target teams distribute parallel for map(present, alloc : start[0 : n])
    for (int i = 0; i < n; ++i) values[i] += sums[i] - sums[start[i]];
  }
  free(sums);
  free(first);
  free(other);
}

// The values that are odd, in their order; how many.
static int compact(const int *values, int n, int *kept) {
  int64_t *places = malloc((size_t)n * sizeof *places);
  int64_t count = 0;
#pragma omp target data map(to : values[0 : n]) map(from : kept[0 : n]) map(alloc : places[0 : n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) places[i] = values[i] & 1;
    exclusive(places, n);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) {
      kept[i] = -1;
    }
#pragma omp target teams distribute parallel for map(from : count)
    for (int i = 0; i < n; ++i) {
      if (values[i] & 1) kept[places[i]] = values[i];
      if (i == n - 1) count = places[i] + (values[i] & 1);
    }
  }
  free(places);
  return (int)count;
}

// Writes each value as often as its length says; the number of values written.
static int expand(const int *lengths, int runs, int *out, int room) {
  int64_t *starts = malloc((size_t)runs * sizeof *starts);
  for (int r = 0; r < runs; ++r) starts[r] = lengths[r];
#pragma omp target data map(tofrom : starts[0 : runs]) map(to : lengths[0 : runs])                  \
    map(from : out[0 : room])
  {
    exclusive(starts, runs);
#pragma omp target teams distribute num_teams(4) thread_limit(THREADS)
    for (int r = 0; r < runs; ++r) {
      const int64_t start = starts[r];
#pragma omp parallel for
      for (int k = 0; k < lengths[r]; ++k) out[start + k] = r;
    }
  }
  int written = (int)starts[runs - 1] + lengths[runs - 1];
  free(starts);
  return written;
}

static void judge_exclusive(int n, uint64_t *random) {
  int64_t *values = malloc((size_t)n * sizeof *values), *should = malloc((size_t)n * sizeof *should);
  int64_t sum = 0;
  for (int i = 0; i < n; ++i) {
    values[i] = (int64_t)(oracle_next(random) >> 16) - ((int64_t)1 << 47);
    should[i] = sum;
    sum += values[i];
  }
#pragma omp target data map(tofrom : values[0 : n])
  exclusive(values, n);
  for (int i = 0; i < n; ++i) oracle_equal("exclusive sum", i, values[i], should[i]);
  free(values);
  free(should);
}

static void judge_segmented(int n, uint64_t *random) {
  int64_t *values = malloc((size_t)n * sizeof *values), *should = malloc((size_t)n * sizeof *should);
  unsigned char *flags = malloc((size_t)n);
  for (int i = 0; i < n; ++i) {
    values[i] = oracle_below(random, 1000) - 500;
    flags[i] = i == 0 || oracle_below(random, 9) == 0;
    should[i] = values[i] + (flags[i] ? 0 : should[i - 1]);
  }
  segmented(values, flags, n);
  for (int i = 0; i < n; ++i) oracle_equal("sum in a segment", i, values[i], should[i]);
  free(values);
  free(should);
  free(flags);
}

static void judge_compact(int n, uint64_t *random) {
  int *values = malloc((size_t)n * sizeof *values), *kept = malloc((size_t)n * sizeof *kept);
  for (int i = 0; i < n; ++i) values[i] = (int)oracle_below(random, 100000);
  int count = compact(values, n, kept), seen = 0;
  for (int i = 0; i < n; ++i)
    if (values[i] & 1) oracle_equal("kept value", seen, kept[seen], values[i]), ++seen;
  oracle_equal("number of kept values", 0, count, seen);
  for (int i = count; i < n; ++i) oracle_equal("place that stays free", i, kept[i], -1);
  free(values);
  free(kept);
}

static void judge_expand(int runs, uint64_t *random) {
  int *lengths = malloc((size_t)runs * sizeof *lengths), room = 0, at = 0;
  for (int r = 0; r < runs; ++r) room += lengths[r] = (int)oracle_below(random, 12);
  int *out = malloc((size_t)(room + 1) * sizeof *out);
  oracle_equal("expanded values", 0, expand(lengths, runs, out, room), room);
  for (int r = 0; r < runs; ++r)
    for (int k = 0; k < lengths[r]; ++k) oracle_equal("expanded value", at, out[at], r), ++at;
  free(lengths);
  free(out);
}

int main(void) {
  uint64_t random = 14;
  judge_exclusive(1, &random);
  judge_exclusive(BLOCK, &random);
  judge_exclusive(BLOCK * 5 + 17, &random);
  judge_segmented(300, &random);
  judge_compact(500, &random);
  judge_expand(70, &random);
  return oracle_verdict();
}
