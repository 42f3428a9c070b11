// Sorting by least significant digits on the device: each block counts its digits, a scan over all
// counts finds where each block's share of a digit begins, and each block scatters its keys in order.
// Templates over key types (unsigned, signed, floating point) with values beside the keys.
#include "executables/oracle.hpp"
#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <vector>

namespace {

#pragma omp declare target
constexpr int BITS = 4, DIGITS = 1 << BITS, BLOCK = 64;

// Bits whose order as unsigned numbers is that of the keys.
inline std::uint32_t ordered(std::uint32_t key) { return key; }
inline std::uint32_t ordered(std::int32_t key) {
  return static_cast<std::uint32_t>(key) ^ 0x80000000u;
}
inline std::uint32_t ordered(float key) {
  std::uint32_t bits;
  std::memcpy(&bits, &key, sizeof bits);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

template <class Key> inline int digit(Key key, int shift) {
  return static_cast<int>(ordered(key) >> shift) & (DIGITS - 1);
}
#pragma omp end declare target

template <class Key> struct Buffers {
  Key *keys;
  int *values;
};

// counts[digit * blocks + block]
template <class Key>
void count(const Key *keys, int n, int *counts, int blocks, int shift) {
#pragma omp target teams distribute num_teams(blocks) thread_limit(BLOCK)                           \
    map(present, alloc : keys[0 : n], counts[0 : DIGITS * blocks])
  for (int block = 0; block < blocks; ++block) {
    int local[DIGITS];
    for (int d = 0; d < DIGITS; ++d) local[d] = 0;
    const int from = block * BLOCK, to = from + BLOCK < n ? from + BLOCK : n;
#pragma omp parallel for
    for (int i = from; i < to; ++i) {
#pragma omp atomic update
      ++local[digit(keys[i], shift)];
    }
    for (int d = 0; d < DIGITS; ++d) counts[d * blocks + block] = local[d];
  }
}

// Exclusive sums of the counts, in one team: threads sum their shares, the shares are scanned, and
// each thread spreads its own.
void scan(int *counts, int length) {
  constexpr int THREADS = 32;
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(present, alloc : counts[0 : length])
  {
    int sums[THREADS + 1];
    const int share = (length + THREADS - 1) / THREADS;
#pragma omp parallel for num_threads(THREADS)
    for (int t = 0; t < THREADS; ++t) {
      int sum = 0;
      for (int i = t * share; i < (t + 1) * share && i < length; ++i) sum += counts[i];
      sums[t] = sum;
    }
    int before = 0;
    for (int t = 0; t < THREADS; ++t) {
      const int sum = sums[t];
      sums[t] = before;
      before += sum;
    }
#pragma omp parallel for num_threads(THREADS)
    for (int t = 0; t < THREADS; ++t) {
      int sum = sums[t];
      for (int i = t * share; i < (t + 1) * share && i < length; ++i) {
        const int own = counts[i];
        counts[i] = sum;
        sum += own;
      }
    }
  }
}

// Each key goes behind those of its digit in earlier blocks, and earlier in its block.
template <class Key>
void scatter(Buffers<Key> from, Buffers<Key> to, int n, const int *starts, int blocks, int shift) {
  const Key *keys = from.keys;
  const int *values = from.values;
  Key *sorted = to.keys;
  int *moved = to.values;
#pragma omp target teams distribute parallel for collapse(2) thread_limit(BLOCK)                    \
    map(present, alloc : keys[0 : n], values[0 : n], sorted[0 : n], moved[0 : n])                   \
    map(present, alloc : starts[0 : DIGITS * blocks])
  for (int block = 0; block < blocks; ++block)
    for (int within = 0; within < BLOCK; ++within) {
      const int i = block * BLOCK + within;
      if (i >= n) continue;
      const int mine = digit(keys[i], shift);
      int rank = 0;
      for (int k = block * BLOCK; k < i; ++k) rank += digit(keys[k], shift) == mine;
      const int place = starts[mine * blocks + block] + rank;
      sorted[place] = keys[i];
      moved[place] = values[i];
    }
}

// Sorts keys, and values alike; equal keys keep their order.
template <class Key> void sort_pairs(std::vector<Key> &keys, std::vector<int> &values) {
  const int n = static_cast<int>(keys.size()), blocks = (n + BLOCK - 1) / BLOCK;
  std::vector<Key> other_keys(n);
  std::vector<int> other_values(n), counts(DIGITS * blocks);
  Buffers<Key> from{keys.data(), values.data()}, to{other_keys.data(), other_values.data()};
  int *starts = counts.data();
  Key *first = from.keys, *second = to.keys;
  int *first_values = from.values, *second_values = to.values;
#pragma omp target data map(tofrom : first[0 : n], first_values[0 : n])                             \
    map(alloc : second[0 : n], second_values[0 : n], starts[0 : DIGITS * blocks])
  for (int shift = 0; shift < 32; shift += BITS) {
    count(from.keys, n, starts, blocks, shift);
    scan(starts, DIGITS * blocks);
    scatter(from, to, n, starts, blocks, shift);
    std::swap(from, to);
  }
}

// How many different keys there are, and how often the most frequent one occurs, in sorted keys.
template <class Key> void count_runs(const std::vector<Key> &sorted, int &distinct, int &longest) {
  const int n = static_cast<int>(sorted.size());
  const Key *keys = sorted.data();
  distinct = longest = 0;
#pragma omp target teams distribute parallel for map(to : keys[0 : n])                              \
    map(tofrom : distinct, longest) reduction(+ : distinct) reduction(max : longest)
  for (int i = 0; i < n; ++i) {
    if (i > 0 && keys[i] == keys[i - 1]) continue;
    int end = i + 1;
    while (end < n && keys[end] == keys[i]) ++end;
    ++distinct;
    longest = longest > end - i ? longest : end - i;
  }
}

// Eight passes end where they began, so that the result is in the first buffers.
static_assert(32 / BITS % 2 == 0, "an even number of passes");

std::int32_t random_key(oracle::Generator &random, std::int32_t *) {
  return static_cast<std::int32_t>(random.next());
}

// Few different keys, so that stability matters.
std::uint32_t random_key(oracle::Generator &random, std::uint32_t *) {
  return static_cast<std::uint32_t>(random.below(40)) << (random.below(2) * 20);
}

float random_key(oracle::Generator &random, float *) {
  const double large = random.real(-1e6, 1e6), small = random.real(-1e-30, 1e-30);
  return static_cast<float>(random.below(2) == 0 ? large : small);
}

template <class Key> void judge(const char *name, int n, oracle::Generator &random) {
  std::vector<Key> keys(n);
  std::vector<int> values(n), order(n);
  for (auto &key : keys) key = random_key(random, static_cast<Key *>(nullptr));
  std::iota(values.begin(), values.end(), 0);
  std::iota(order.begin(), order.end(), 0);
  const auto before = keys;
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return before[a] < before[b]; });
  sort_pairs(keys, values);
  for (int i = 0; i < n; ++i) {
    oracle::equal(name, i, keys[i], before[order[i]]);
    oracle::equal("value", i, values[i], order[i]);
  }
}

void judge_runs(int n, oracle::Generator &random) {
  std::vector<std::uint32_t> keys(n);
  std::vector<int> values(n);
  std::map<std::uint32_t, int> times;
  for (auto &key : keys) ++times[key = random_key(random, static_cast<std::uint32_t *>(nullptr))];
  int most = 0, distinct = 0, longest = 0;
  for (const auto &each : times) most = std::max(most, each.second);
  sort_pairs(keys, values);
  count_runs(keys, distinct, longest);
  oracle::equal("different keys", 0, distinct, static_cast<int>(times.size()));
  oracle::equal("most frequent key", 0, longest, most);
}

// Keys that are sorted, or reversed, or all alike.
void judge_special(int n) {
  std::vector<std::int32_t> up(n), down(n), same(n, -7);
  std::vector<int> of_up(n), of_down(n), of_same(n);
  for (int i = 0; i < n; ++i) {
    up[i] = 3 * i - n;
    down[i] = n - 2 * i;
    of_up[i] = of_down[i] = of_same[i] = i;
  }
  sort_pairs(up, of_up);
  sort_pairs(down, of_down);
  sort_pairs(same, of_same);
  for (int i = 0; i < n; ++i) {
    oracle::equal("value of a sorted key", i, of_up[i], i);
    oracle::equal("value of a reversed key", i, of_down[i], n - 1 - i);
    oracle::equal("value of an equal key", i, of_same[i], i);
  }
}

} // namespace

int main() {
  oracle::Generator random(13);
  judge<std::uint32_t>("unsigned key", 500, random);
  judge<std::int32_t>("signed key", 321, random);
  judge<float>("floating-point key", 257, random);
  judge<std::int32_t>("single key", 1, random);
  judge_runs(400, random);
  judge_special(130);
  return oracle::verdict();
}
