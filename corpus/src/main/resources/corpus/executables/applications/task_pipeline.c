// A pipeline of target tasks over blocks of a recorded signal: blocks are copied in, filtered, turned
// into spectra of a few frequencies (Goertzel) and copied out, with two buffers per stage, while the
// host makes the next block. Only dependences and `nowait` order the stages. Samples are integers.
#include "executables/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, BLOCKS = 10, TAPS = 15, BUFFERS = 2, BINS = 8, CLASSES = 12, WITH_TAIL = BLOCK + TAPS - 1 };

// What runs through the pipeline: the samples with the last ones of the block before, the filtered
// ones, and the power of each frequency.
typedef struct {
  int32_t *raw;       // WITH_TAIL
  int32_t *filtered;  // BLOCK
  int64_t *power;     // BINS
} Buffer;

#pragma omp declare target
// Weights of a low pass, in units of 1 / 4096; their sum is one.
static const int32_t WEIGHTS[TAPS] = {-9,  -31,  -12, 105, 215, 97,  -95, 3556,
                                      -95, 97,   215, 105, -12, -31, -9};

static int32_t filtered_sample(const int32_t *raw, int at) {
  int64_t sum = 0;
  for (int tap = 0; tap < TAPS; ++tap) sum += (int64_t)WEIGHTS[tap] * raw[at + tap];
  return (int32_t)(sum / 4096);
}

// The class of a magnitude: its number of bits, at most the last.
static int class_of(int32_t sample) {
  uint32_t size = (uint32_t)(sample < 0 ? -sample : sample);
  int bits = 0;
  while (bits < CLASSES - 1 && size >> bits != 0) ++bits;
  return bits;
}

// 2 cos(2 pi k / 32) in units of 1 / 16384.
static const int32_t COSINES[BINS] = {32768, 32138, 30274, 27246, 23170, 18205, 12540, 6393};

// Goertzel's recursion over the block in whole numbers; the block's power at frequency `bin`.
static int64_t power_of(const int32_t *samples, int bin) {
  int64_t last = 0, older = 0;
  for (int i = 0; i < BLOCK; ++i) {
    int64_t now = samples[i] + COSINES[bin] * last / 16384 - older;
    older = last;
    last = now;
  }
  return last * last + older * older - COSINES[bin] * last / 16384 * older;
}
#pragma omp end declare target

// The signal: three waves that fade into each other, and noise.
static int32_t sample(int at) {
  uint64_t noise = 1000 + (uint64_t)at;
  double part = (double)at / (BLOCK * BLOCKS);
  double wave = (1 - part) * sin(0.19634954 * at) + part * sin(0.78539816 * at) + 0.5 * sin(2.5 * at);
  return (int32_t)(900 * wave) + (int32_t)oracle_below(&noise, 41) - 20;
}

static void make_block(int block, int32_t *raw) {
  for (int i = 0; i < WITH_TAIL; ++i) {
    int at = block * BLOCK + i - (TAPS - 1);
    raw[i] = at < 0 ? 0 : sample(at);
  }
}

static void buffer_make(Buffer *buffer) {
  buffer->raw = malloc(WITH_TAIL * sizeof *buffer->raw);
  buffer->filtered = malloc(BLOCK * sizeof *buffer->filtered);
  buffer->power = malloc(BINS * sizeof *buffer->power);
  int32_t *raw = buffer->raw, *filtered = buffer->filtered;
  int64_t *power = buffer->power;
#pragma omp target enter data map(alloc : raw[0 : WITH_TAIL], filtered[0 : BLOCK], power[0 : BINS])
}

static void buffer_free(Buffer *buffer) {
  int32_t *raw = buffer->raw, *filtered = buffer->filtered;
  int64_t *power = buffer->power;
#pragma omp target exit data map(delete : raw[0 : WITH_TAIL], filtered[0 : BLOCK], power[0 : BINS])
  free(raw);
  free(filtered);
  free(power);
}

// The tasks of one block. The next block in the same buffer waits for those that used it last.
static void submit(int block, Buffer *buffer, int64_t *powers, int32_t *peaks, int *classes) {
  int32_t *raw = buffer->raw, *filtered = buffer->filtered;
  int64_t *power = buffer->power;
#pragma omp task firstprivate(block, raw) depend(inout : raw[0])
  make_block(block, raw);
#pragma omp target update to(raw[0 : WITH_TAIL]) depend(inout : raw[0]) nowait
#pragma omp target teams distribute parallel for nowait depend(inout : raw[0])                      \
    depend(out : filtered[0]) map(present, alloc : raw[0 : WITH_TAIL], filtered[0 : BLOCK])
  for (int i = 0; i < BLOCK; ++i) filtered[i] = filtered_sample(raw, i);
#pragma omp target teams distribute parallel for nowait depend(in : filtered[0])                    \
    depend(out : power[0]) map(present, alloc : filtered[0 : BLOCK], power[0 : BINS])
  for (int bin = 0; bin < BINS; ++bin) power[bin] = power_of(filtered, bin);
  int32_t *peak = peaks + block;
#pragma omp target teams distribute parallel for nowait depend(in : filtered[0])                    \
    depend(out : peak[0]) map(present, alloc : filtered[0 : BLOCK]) map(tofrom : peak[0 : 1])       \
    reduction(max : peak[0 : 1])
  for (int i = 0; i < BLOCK; ++i) peak[0] = filtered[i] > peak[0] ? filtered[i] : peak[0];
#pragma omp target teams distribute parallel for nowait depend(in : filtered[0])                    \
    map(present, alloc : filtered[0 : BLOCK], classes[0 : CLASSES])
  for (int i = 0; i < BLOCK; ++i) {
    int class = class_of(filtered[i]);
#pragma omp atomic update
    ++classes[class];
  }
#pragma omp target update from(power[0 : BINS]) depend(inout : power[0]) nowait
#pragma omp task firstprivate(block, power) depend(inout : power[0])
  memcpy(powers + block * BINS, power, BINS * sizeof *power);
}

// All blocks, in buffers in turn; the histogram of magnitudes is that of all blocks.
static void run_pipeline(int64_t *powers, int32_t *peaks, int *classes) {
  Buffer buffers[BUFFERS];
  for (int k = 0; k < BUFFERS; ++k) buffer_make(buffers + k);
#pragma omp target enter data map(to : classes[0 : CLASSES])
#pragma omp parallel num_threads(3)
#pragma omp single
#pragma omp taskgroup
  {
    for (int block = 0; block < BLOCKS; ++block)
      submit(block, buffers + block % BUFFERS, powers, peaks, classes);
  }
#pragma omp target exit data map(from : classes[0 : CLASSES])
  for (int k = 0; k < BUFFERS; ++k) buffer_free(buffers + k);
}

// The mean power of each frequency over all blocks, by tasks that accumulate in turn: blocks are
// mapped only while their task runs.
static void accumulate(const int64_t *powers, int64_t *means) {
#pragma omp target enter data map(to : means[0 : BINS])
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int block = 0; block < BLOCKS; ++block) {
      const int64_t *own = powers + block * BINS;
#pragma omp target enter data map(to : own[0 : BINS]) nowait depend(out : own[0])
#pragma omp target parallel for nowait depend(in : own[0]) depend(inout : means[0])                 \
    map(present, alloc : own[0 : BINS], means[0 : BINS])
      for (int bin = 0; bin < BINS; ++bin) means[bin] += own[bin] / BLOCKS;
#pragma omp target exit data map(release : own[0 : BINS]) nowait depend(inout : own[0])
    }
#pragma omp taskwait
  }
#pragma omp target exit data map(from : means[0 : BINS])
}

static void judge(const int64_t *powers, const int32_t *peaks, const int *classes,
                  const int64_t *means) {
  int32_t raw[WITH_TAIL], filtered[BLOCK];
  int64_t sums[BINS] = {0};
  int counts[CLASSES] = {0};
  for (int block = 0; block < BLOCKS; ++block) {
    int32_t peak = INT32_MIN;
    make_block(block, raw);
    for (int i = 0; i < BLOCK; ++i) {
      filtered[i] = filtered_sample(raw, i);
      peak = filtered[i] > peak ? filtered[i] : peak;
      ++counts[class_of(filtered[i])];
    }
    for (int bin = 0; bin < BINS; ++bin) {
      int64_t power = power_of(filtered, bin);
      oracle_equal("power", block * BINS + bin, powers[block * BINS + bin], power);
      sums[bin] += power / BLOCKS;
    }
    oracle_equal("peak", block, peaks[block], peak);
  }
  for (int bin = 0; bin < BINS; ++bin) oracle_equal("mean power", bin, means[bin], sums[bin]);
  for (int k = 0; k < CLASSES; ++k) oracle_equal("samples of a class", k, classes[k], counts[k]);
}

// A constant signal passes the filter as it is.
static void judge_constant(int32_t level) {
  int32_t raw[WITH_TAIL], out[BLOCK];
  for (int i = 0; i < WITH_TAIL; ++i) raw[i] = level;
#pragma omp target teams distribute parallel for map(to : raw) map(from : out)
  for (int i = 0; i < BLOCK; ++i) out[i] = filtered_sample(raw, i);
  for (int i = 0; i < BLOCK; ++i) oracle_equal("filtered constant", i, out[i], level);
}

// The first blocks have the lower of the fading frequencies, the last ones the higher.
static void judge_fading(const int64_t *powers) {
  const int64_t *first = powers, *last = powers + (BLOCKS - 1) * BINS;
  oracle_holds(first[1] > 10 * first[4], "low over high", (double)first[1] / (double)first[4], "over 10");
  oracle_holds(last[4] > 10 * last[1], "high over low", (double)last[4] / (double)last[1], "over 10");
}

int main(void) {
  int64_t powers[BLOCKS * BINS] = {0}, means[BINS] = {0};
  int32_t peaks[BLOCKS];
  int classes[CLASSES] = {0};
  for (int block = 0; block < BLOCKS; ++block) peaks[block] = INT32_MIN;
  int32_t sum = 0;
  for (int tap = 0; tap < TAPS; ++tap) sum += WEIGHTS[tap];
  oracle_equal("sum of the weights", 0, sum, 4096);
  judge_constant(-777);
  run_pipeline(powers, peaks, classes);
  accumulate(powers, means);
  judge(powers, peaks, classes, means);
  judge_fading(powers);
  return oracle_verdict();
}
