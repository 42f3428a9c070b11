// The product of sparse matrices in CSR form, row by row (Gustavson): a symbolic phase counts what
// each row has with a hash table in scratch memory of the device, a scan makes room, and a numeric
// phase fills and sorts the rows. Values are integers, so that sums are exact in every order.
#include "executables/oracle.hpp"
#include <algorithm>
#include <map>
#include <omp.h>
#include <vector>

namespace {

using Value = std::int64_t;

struct Matrix {
  int rows, columns;
  std::vector<int> start, column;
  std::vector<Value> value;
  int entries() const { return static_cast<int>(column.size()); }
};

#pragma omp declare target
constexpr int FREE = -1;

// A table of open addresses for the columns of one row; its size is a power of two.
struct Table {
  int *keys;
  Value *sums;
  int size;

  void clear() {
    for (int slot = 0; slot < size; ++slot) {
      keys[slot] = FREE;
      sums[slot] = 0;
    }
  }

  // Adds to a column's sum; whether the column is new.
  bool add(int column, Value value) {
    unsigned slot = static_cast<unsigned>(column) * 2654435761u & (size - 1);
    while (keys[slot] != FREE && keys[slot] != column) slot = (slot + 1) & (size - 1);
    const bool fresh = keys[slot] == FREE;
    keys[slot] = column;
    sums[slot] += value;
    return fresh;
  }
};
#pragma omp end declare target

// Pointers to a matrix whose arrays are mapped.
struct View {
  const int *start, *column;
  const Value *value;
  int rows, entries;

  explicit View(const Matrix &m)
      : start(m.start.data()), column(m.column.data()), value(m.value.data()), rows(m.rows),
        entries(m.entries()) {}
};

void enter(const View &m) {
#pragma omp target enter data map(to : m.start[0 : m.rows + 1])                                     \
    map(to : m.column[0 : m.entries], m.value[0 : m.entries])
}

void leave(const View &m) {
#pragma omp target exit data map(release : m.start[0 : m.rows + 1])                                 \
    map(release : m.column[0 : m.entries], m.value[0 : m.entries])
}

// Scratch memory of the device: one table for each of the rows that are worked on at once.
class Scratch {
public:
  Scratch(int workers, int size) : workers(workers), size(size), device(omp_get_default_device()) {
    const std::size_t slots = static_cast<std::size_t>(workers) * size;
    keys = static_cast<int *>(omp_target_alloc(slots * sizeof(int), device));
    sums = static_cast<Value *>(omp_target_alloc(slots * sizeof(Value), device));
  }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch() {
    omp_target_free(keys, device);
    omp_target_free(sums, device);
  }
  const int workers, size;
  int *keys;
  Value *sums;

private:
  int device;
};

#pragma omp declare target
// Multiplies one row into the table; how many columns it has.
inline int multiply_row(int row, const int *a_start, const int *a_column, const Value *a_value,
                        const int *b_start, const int *b_column, const Value *b_value, Table &table) {
  int count = 0;
  table.clear();
  for (int i = a_start[row]; i < a_start[row + 1]; ++i)
    for (int k = b_start[a_column[i]]; k < b_start[a_column[i] + 1]; ++k)
      count += table.add(b_column[k], a_value[i] * b_value[k]);
  return count;
}

// Writes the table's entries in the order of their columns, by insertion.
inline void write_row(const Table &table, int *column, Value *value) {
  int count = 0;
  for (int slot = 0; slot < table.size; ++slot) {
    if (table.keys[slot] == FREE) continue;
    int to = count++;
    for (; to > 0 && column[to - 1] > table.keys[slot]; --to) {
      column[to] = column[to - 1];
      value[to] = value[to - 1];
    }
    column[to] = table.keys[slot];
    value[to] = table.sums[slot];
  }
}
#pragma omp end declare target

// A power of two above twice the entries that a row of the product has at most.
int table_size(const Matrix &a, const Matrix &b) {
  int most = 1, size = 2;
  for (int row = 0; row < a.rows; ++row) {
    int bound = 0;
    for (int i = a.start[row]; i < a.start[row + 1]; ++i)
      bound += b.start[a.column[i] + 1] - b.start[a.column[i]];
    most = std::max(most, std::min(bound, b.columns));
  }
  while (size < 2 * most) size *= 2;
  return size;
}

Matrix multiply(const Matrix &left, const Matrix &right) {
  Matrix c{left.rows, right.columns, std::vector<int>(left.rows + 1), {}, {}};
  const View a(left), b(right);
  const int rows = a.rows;
  Scratch scratch(48, table_size(left, right));
  const int workers = scratch.workers, size = scratch.size;
  int *keys = scratch.keys, *start = c.start.data();
  Value *sums = scratch.sums;
  const int *a_start = a.start, *a_column = a.column, *b_start = b.start, *b_column = b.column;
  const Value *a_value = a.value, *b_value = b.value;
  enter(a);
  enter(b);
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(32)                      \
    is_device_ptr(keys, sums) map(tofrom : start[0 : rows + 1])
  for (int worker = 0; worker < workers; ++worker) {
    Table table{keys + worker * size, sums + worker * size, size};
    for (int row = worker; row < rows; row += workers)
      start[row + 1] = multiply_row(row, a_start, a_column, a_value, b_start, b_column, b_value, table);
  }
  for (int row = 0; row < rows; ++row) start[row + 1] += start[row];
  const int entries = start[rows];
  c.column.resize(entries);
  c.value.resize(entries);
  int *column = c.column.data();
  Value *value = c.value.data();
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(32)                      \
    is_device_ptr(keys, sums) map(to : start[0 : rows + 1])                                         \
    map(from : column[0 : entries], value[0 : entries])
  for (int worker = 0; worker < workers; ++worker) {
    Table table{keys + worker * size, sums + worker * size, size};
    for (int row = worker; row < rows; row += workers) {
      multiply_row(row, a_start, a_column, a_value, b_start, b_column, b_value, table);
      write_row(table, column + start[row], value + start[row]);
    }
  }
  leave(a);
  leave(b);
  return c;
}

Matrix multiply_on_host(const Matrix &a, const Matrix &b) {
  Matrix c{a.rows, b.columns, {0}, {}, {}};
  for (int row = 0; row < a.rows; ++row) {
    std::map<int, Value> sums;
    for (int i = a.start[row]; i < a.start[row + 1]; ++i)
      for (int k = b.start[a.column[i]]; k < b.start[a.column[i] + 1]; ++k)
        sums[b.column[k]] += a.value[i] * b.value[k];
    for (const auto &entry : sums) {
      c.column.push_back(entry.first);
      c.value.push_back(entry.second);
    }
    c.start.push_back(c.entries());
  }
  return c;
}

// Rows of different lengths, some of them empty.
Matrix random_matrix(int rows, int columns, int longest, oracle::Generator &random) {
  Matrix m{rows, columns, {0}, {}, {}};
  for (int row = 0; row < rows; ++row) {
    std::map<int, Value> entries;
    const long length = row % 11 == 5 ? 0 : 1 + random.below(longest);
    for (long k = 0; k < length; ++k)
      entries[static_cast<int>(random.below(columns))] = random.below(199) - 99;
    for (const auto &entry : entries) {
      m.column.push_back(entry.first);
      m.value.push_back(entry.second);
    }
    m.start.push_back(m.entries());
  }
  return m;
}

Matrix identity(int n) {
  Matrix m{n, n, {0}, {}, {}};
  for (int i = 0; i < n; ++i) {
    m.column.push_back(i);
    m.value.push_back(1);
    m.start.push_back(i + 1);
  }
  return m;
}

void compare(const char *name, const Matrix &is, const Matrix &should) {
  oracle::equal("entries", 0, is.entries(), should.entries());
  if (is.entries() != should.entries()) return;
  for (int row = 0; row <= should.rows; ++row)
    oracle::equal("start of a row", row, is.start[row], should.start[row]);
  for (int k = 0; k < should.entries(); ++k) {
    oracle::equal("column", k, is.column[k], should.column[k]);
    oracle::equal(name, k, static_cast<long long>(is.value[k]),
                  static_cast<long long>(should.value[k]));
  }
}

} // namespace

int main() {
  oracle::Generator random(15);
  const auto a = random_matrix(90, 70, 9, random), b = random_matrix(70, 110, 7, random);
  const auto c = random_matrix(110, 40, 5, random);
  const auto ab = multiply(a, b);
  compare("a b", ab, multiply_on_host(a, b));
  compare("b times one", multiply(b, identity(110)), b);
  compare("(a b) c", multiply(ab, c), multiply_on_host(ab, c));
  const auto bc = multiply(b, c);
  const auto left = multiply(ab, c), right = multiply(a, bc);
  std::vector<Value> dense(90 * 40);
  for (int row = 0; row < 90; ++row) {
    for (int k = left.start[row]; k < left.start[row + 1]; ++k)
      dense[row * 40 + left.column[k]] += left.value[k];
    for (int k = right.start[row]; k < right.start[row + 1]; ++k)
      dense[row * 40 + right.column[k]] -= right.value[k];
  }
  for (int i = 0; i < 90 * 40; ++i) oracle::equal("(a b) c - a (b c)", i, static_cast<long>(dense[i]), 0L);
  return oracle::verdict();
}
