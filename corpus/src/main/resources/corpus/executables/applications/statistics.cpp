// Statistics of samples by reductions of every sort: moments that merge (Chan, Golub, LeVeque) and
// places of extremes as user-defined reductions, covariances and histograms as arrays, digests by
// exclusive or, quantiles by counting; in regions of teams, of one team, and of nested loops.
#include "executables/oracle.hpp"
#include <algorithm>
#include <cmath>
#include <vector>

namespace {

#pragma omp declare target
// Count, mean, and sums of powers of the deviations.
struct Moments {
  double n, mean, squares, cubes;

  void add(double x) { merge({1, x, 0, 0}); }

  void merge(const Moments &other) {
    if (other.n == 0) return;
    const double all = n + other.n, delta = other.mean - mean;
    const double cross = delta * delta * n * other.n / all;
    cubes += other.cubes + delta * cross * (n - other.n) / all +
             3 * delta * (n * other.squares - other.n * squares) / all;
    squares += other.squares + cross;
    mean += delta * other.n / all;
    n = all;
  }
  double variance() const { return squares / n; }
  double skewness() const { return cubes / n / (variance() * std::sqrt(variance())); }
};

struct Place {
  double value;
  int at;
};

inline Place lesser(Place a, Place b) {
  if (a.value != b.value) return a.value < b.value ? a : b;
  return a.at < b.at ? a : b;
}

// A multiplication of two-by-two matrices: not commutative in general, but these commute.
struct Turn {
  double c, s;
};

inline Turn after(Turn a, Turn b) { return {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s}; }
#pragma omp end declare target

#pragma omp declare reduction(moments : Moments : omp_out.merge(omp_in))                            \
    initializer(omp_priv = Moments{0, 0, 0, 0})
#pragma omp declare reduction(lesser : Place : omp_out = lesser(omp_out, omp_in))                   \
    initializer(omp_priv = Place{1e300, 1 << 30})
#pragma omp declare reduction(turn : Turn : omp_out = after(omp_out, omp_in))                       \
    initializer(omp_priv = Turn{1, 0})

constexpr int COLUMNS = 3, CLASSES = 16;

// Rows of COLUMNS numbers each.
using Table = std::vector<double>;

int rows_of(const Table &table) { return static_cast<int>(table.size()) / COLUMNS; }

Moments moments_of(const Table &table, int column) {
  const int rows = rows_of(table);
  const double *x = table.data();
  Moments result{0, 0, 0, 0};
#pragma omp target teams distribute parallel for num_teams(5) thread_limit(64)                      \
    map(present, alloc : x[0 : rows * COLUMNS]) map(tofrom : result) reduction(moments : result)
  for (int row = 0; row < rows; ++row) result.add(x[row * COLUMNS + column]);
  return result;
}

// In one team, which needs no memory between teams.
Place least(const Table &table, int column, double sign) {
  const int rows = rows_of(table);
  const double *x = table.data();
  Place place{1e300, 1 << 30};
#pragma omp target parallel for map(present, alloc : x[0 : rows * COLUMNS]) map(tofrom : place)     \
    reduction(lesser : place)
  for (int row = 0; row < rows; ++row)
    place = lesser(place, Place{sign * x[row * COLUMNS + column], row});
  return {sign * place.value, place.at};
}

// The sums of products of all pairs of columns, as one array.
std::vector<double> products(const Table &table, const double *means) {
  const int rows = rows_of(table);
  const double *x = table.data();
  double sums[COLUMNS * COLUMNS] = {};
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(32)                      \
    map(present, alloc : x[0 : rows * COLUMNS]) map(to : means[0 : COLUMNS]) map(tofrom : sums)     \
    reduction(+ : sums)
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < COLUMNS; ++i)
      for (int j = 0; j < COLUMNS; ++j)
        sums[i * COLUMNS + j] +=
            (x[row * COLUMNS + i] - means[i]) * (x[row * COLUMNS + j] - means[j]);
  return {sums, sums + COLUMNS * COLUMNS};
}

// How many values lie in each class of equal width from low to high.
std::vector<int> histogram(const Table &table, double low, double high) {
  const int size = static_cast<int>(table.size());
  const double *x = table.data();
  std::vector<int> counts(CLASSES);
  int *count = counts.data();
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(32)                      \
    map(present, alloc : x[0 : size]) map(tofrom : count[0 : CLASSES])                              \
    reduction(+ : count[0 : CLASSES])
  for (int i = 0; i < size; ++i) {
    const int bin = static_cast<int>((x[i] - low) / (high - low) * CLASSES);
    ++count[bin < 0 ? 0 : bin >= CLASSES ? CLASSES - 1 : bin];
  }
  return counts;
}

struct Digest {
  unsigned long parity;
  unsigned long any, all;
  bool ascending;
};

Digest digest(const std::vector<unsigned long> &words) {
  const int n = static_cast<int>(words.size());
  const unsigned long *w = words.data();
  unsigned long parity = 0, any = 0, all = ~0ul;
  bool ascending = true;
#pragma omp target teams distribute parallel for map(to : w[0 : n])                                 \
    map(tofrom : parity, any, all, ascending) reduction(^ : parity) reduction(| : any)              \
    reduction(& : all) reduction(&& : ascending)
  for (int i = 0; i < n; ++i) {
    parity ^= w[i];
    any |= w[i];
    all &= w[i];
    ascending = ascending && (i == 0 || w[i - 1] <= w[i]);
  }
  return {parity, any, all, ascending};
}

// The value below which `rank` values lie, by halving the range that it is in.
double quantile(const Table &table, int column, int rank) {
  const int rows = rows_of(table);
  const double *x = table.data();
  double low = least(table, column, 1).value, high = least(table, column, -1).value;
  for (int halving = 0; halving < 60 && low < high; ++halving) {
    const double middle = low + (high - low) / 2;
    int below = 0;
#pragma omp target teams distribute parallel for map(present, alloc : x[0 : rows * COLUMNS])        \
    map(tofrom : below) reduction(+ : below)
    for (int row = 0; row < rows; ++row) below += x[row * COLUMNS + column] <= middle;
    if (below > rank)
      high = middle;
    else
      low = middle;
  }
  return high;
}

// All turns one after another; teams' parts are combined in any order.
Turn turn_all(const Table &table) {
  const int size = static_cast<int>(table.size());
  const double *x = table.data();
  Turn turn{1, 0};
#pragma omp target teams distribute parallel for collapse(2) num_teams(3)                           \
    map(present, alloc : x[0 : size]) map(tofrom : turn) reduction(turn : turn)
  for (int row = 0; row < size / COLUMNS; ++row)
    for (int column = 0; column < COLUMNS; ++column) {
      const double angle = x[row * COLUMNS + column];
      turn = after(turn, Turn{std::cos(angle), std::sin(angle)});
    }
  return turn;
}

Table samples(int rows, oracle::Generator &random) {
  Table table;
  for (int row = 0; row < rows; ++row) {
    const double common = random.real(-1, 1), skewed = random.real(0, 1);
    table.push_back(1e6 + common);
    table.push_back(2 * common + random.real(-0.5, 0.5));
    table.push_back(skewed * skewed * skewed);
  }
  table[7 * COLUMNS] = table[90 * COLUMNS] = 1e6 - 2;
  return table;
}

void judge_column(const Table &table, int column) {
  const int rows = rows_of(table);
  std::vector<double> sorted;
  long double sum = 0, squares = 0, cubes = 0;
  for (int row = 0; row < rows; ++row) sorted.push_back(table[row * COLUMNS + column]);
  const int first_least = std::min_element(sorted.begin(), sorted.end()) - sorted.begin();
  const int first_most = std::max_element(sorted.begin(), sorted.end()) - sorted.begin();
  for (double x : sorted) sum += x;
  const long double mean = sum / rows;
  for (double x : sorted) {
    squares += (x - mean) * (x - mean);
    cubes += (x - mean) * (x - mean) * (x - mean);
  }
  const auto is = moments_of(table, column);
  const long double variance = squares / rows;
  oracle::equal("count", column, is.n, static_cast<double>(rows));
  oracle::within("mean", column, is.mean, mean, 1e-14L * std::fabs(mean) + 1e-14L);
  oracle::within("variance", column, is.variance(), variance, 1e-9L * variance);
  oracle::within("skewness", column, is.skewness(),
                 cubes / rows / (variance * std::sqrt(variance)), 1e-7L);
  oracle::equal("place of the least", column, least(table, column, 1).at, first_least);
  oracle::equal("place of the greatest", column, least(table, column, -1).at, first_most);
  std::sort(sorted.begin(), sorted.end());
  for (int rank : {0, rows / 4, rows / 2, rows - 1})
    oracle::within("quantile", rank, quantile(table, column, rank), sorted[rank],
                   1e-9L * std::fabs(sorted[rank]) + 1e-12L);
}

void judge_tables(const Table &table) {
  const int rows = rows_of(table);
  double means[COLUMNS] = {1e6, 0, 0.25};
  const auto sums = products(table, means);
  for (int i = 0; i < COLUMNS; ++i)
    for (int j = 0; j < COLUMNS; ++j) {
      long double sum = 0;
      for (int row = 0; row < rows; ++row)
        sum += static_cast<long double>(table[row * COLUMNS + i] - means[i]) *
               (table[row * COLUMNS + j] - means[j]);
      oracle::within("product", i * COLUMNS + j, sums[i * COLUMNS + j], sum, 1e-10L);
    }
  const auto counts = histogram(table, -2.5, 2.5);
  std::vector<int> should(CLASSES);
  Turn turn{1, 0};
  for (double x : table) {
    const int bin = static_cast<int>((x + 2.5) / 5 * CLASSES);
    ++should[bin < 0 ? 0 : bin >= CLASSES ? CLASSES - 1 : bin];
    turn = after(turn, Turn{std::cos(x), std::sin(x)});
  }
  for (int k = 0; k < CLASSES; ++k) oracle::equal("class", k, counts[k], should[k]);
  const Turn all = turn_all(table);
  oracle::within("cosine of all turns", 0, all.c, turn.c, 1e-10L);
  oracle::within("sine of all turns", 0, all.s, turn.s, 1e-10L);
}

void judge_digests(oracle::Generator &random) {
  std::vector<unsigned long> words(300);
  for (auto &word : words) word = random.next() | 1ul << 40;
  for (int sorted = 0; sorted < 2; ++sorted) {
    unsigned long parity = 0, any = 0, all = ~0ul;
    for (auto word : words) {
      parity ^= word;
      any |= word;
      all &= word;
    }
    const auto is = digest(words);
    oracle::equal("parity", sorted, static_cast<long>(is.parity), static_cast<long>(parity));
    oracle::equal("any", sorted, static_cast<long>(is.any), static_cast<long>(any));
    oracle::equal("all", sorted, static_cast<long>(is.all), static_cast<long>(all));
    oracle::equal("ascending", sorted, static_cast<int>(is.ascending), sorted);
    std::sort(words.begin(), words.end());
  }
}

} // namespace

int main() {
  oracle::Generator random(24);
  const auto table = samples(400, random);
  const double *x = table.data();
  const int size = static_cast<int>(table.size());
#pragma omp target enter data map(to : x[0 : size])
  for (int column = 0; column < COLUMNS; ++column) judge_column(table, column);
  judge_tables(table);
#pragma omp target exit data map(release : x[0 : size])
  judge_digests(random);
  return oracle::verdict();
}
