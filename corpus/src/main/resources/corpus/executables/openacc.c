// OpenACC as GCC has it: loops on gangs, workers and vector lanes, reductions, atomics, a routine, data
// regions with updates, queues, memory of the device that the program allocates itself.
#include "executables/oracle.h"
#include <openacc.h>
#include <stdlib.h>

enum { ROWS = 120, COLUMNS = 90, BINS = 16, N = 5000, QUEUES = 3 };

static double matrix[ROWS][COLUMNS], vector[COLUMNS], product[ROWS];
static int values[N], bins[BINS], order[N];

#pragma acc routine seq
static int bin_of(int value) { return (value >> 4) % BINS; }

static void matrix_vector(void) {
#pragma acc parallel loop gang copyin(matrix, vector) copyout(product)
  for (int i = 0; i < ROWS; ++i) {
    double sum = 0;
#pragma acc loop worker vector reduction(+ : sum)
    for (int j = 0; j < COLUMNS; ++j) sum += matrix[i][j] * vector[j];
    product[i] = sum;
  }
  for (int i = 0; i < ROWS; ++i) {
    double sum = 0;
    for (int j = 0; j < COLUMNS; ++j) sum += matrix[i][j] * vector[j];
    oracle_within("product", i, product[i], sum, 1e-12 * COLUMNS);
  }
}

static void histogram(void) {
  long total = 0;
  int most = -1;
#pragma acc parallel loop copyin(values) copy(bins) reduction(+ : total) reduction(max : most)
  for (int i = 0; i < N; ++i) {
    const int bin = bin_of(values[i]);
#pragma acc atomic update
    bins[bin] += 1;
    total += values[i];
    if (values[i] > most) most = values[i];
  }
  int should[BINS] = {0};
  long sum = 0;
  int largest = -1;
  for (int i = 0; i < N; ++i) {
    ++should[bin_of(values[i])];
    sum += values[i];
    if (values[i] > largest) largest = values[i];
  }
  for (int b = 0; b < BINS; ++b) oracle_equal("bins", b, bins[b], should[b]);
  oracle_equal("total", 0, total, sum);
  oracle_equal("most", 0, most, largest);
}

// Each element takes a number of its own.
static void capture(void) {
  int next = 0;
#pragma acc parallel loop gang vector copy(next) copyout(order)
  for (int i = 0; i < N; ++i) {
    int mine;
#pragma acc atomic capture
    mine = next++;
    order[i] = mine;
  }
  char *taken = calloc(N, 1);
  for (int i = 0; i < N; ++i)
    if (order[i] >= 0 && order[i] < N) ++taken[order[i]];
  for (int i = 0; i < N; ++i) oracle_equal("times taken", i, taken[i], 1);
  free(taken);
}

// The middle step is of the host, on what it has updated.
static void updates(void) {
  float grid[N];
  for (int i = 0; i < N; ++i) grid[i] = (float)i;
#pragma acc enter data copyin(grid)
#pragma acc parallel loop present(grid)
  for (int i = 0; i < N; ++i) grid[i] += 1;
#pragma acc update self(grid[0 : N / 2])
  for (int i = 0; i < N / 2; ++i) grid[i] *= 2;
#pragma acc update device(grid[0 : N / 2])
#pragma acc parallel loop present(grid)
  for (int i = 0; i < N; ++i) grid[i] -= 3;
#pragma acc exit data copyout(grid)
  for (int i = 0; i < N; ++i) {
    const float before = (float)i + 1;
    oracle_equal("grid", i, (long)grid[i], (long)((i < N / 2 ? 2 * before : before) - 3));
  }
}

static void queues(void) {
  int (*parts)[N] = calloc(QUEUES, sizeof *parts);
#pragma acc data copy(parts[0 : QUEUES])
  {
    for (int q = 0; q < QUEUES; ++q) {
#pragma acc parallel loop async(q) present(parts[0 : QUEUES])
      for (int i = 0; i < N; ++i) parts[q][i] = q * i;
    }
#pragma acc wait(0, 1, 2) async(5)
#pragma acc parallel loop async(5) present(parts[0 : QUEUES])
    for (int i = 0; i < N; ++i) parts[0][i] = parts[1][i] + parts[2][i];
#pragma acc wait
  }
  for (int i = 0; i < N; ++i) oracle_equal("sum of parts", i, parts[0][i], 3L * i);
  free(parts);
}

static void own_memory(void) {
  int squares[N];
  int *device = acc_malloc(sizeof squares);
#pragma acc parallel loop deviceptr(device) vector_length(32)
  for (int i = 0; i < N; ++i) device[i] = i * i;
  acc_memcpy_from_device(squares, device, sizeof squares);
  acc_free(device);
  for (int i = 0; i < N; ++i) oracle_equal("squares", i, squares[i], (long)i * i);
}

int main(void) {
  uint64_t state = 7;
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j) matrix[i][j] = oracle_real(&state, -1, 1);
  for (int j = 0; j < COLUMNS; ++j) vector[j] = oracle_real(&state, -1, 1);
  for (int i = 0; i < N; ++i) values[i] = (int)oracle_below(&state, 1000);
  matrix_vector();
  histogram();
  capture();
  updates();
  queues();
  own_memory();
  return oracle_verdict();
}
