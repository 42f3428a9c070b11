// Dense matrices by tiles, in memory that the program allocates on the device and associates with the
// host's: a product whose teams keep tiles in their shared memory, and Cholesky's factorisation tile
// by tile. Elements of the first are integers, so that it is exact; the second is multiplied back.
#include "executables/oracle.hpp"
#include <cmath>
#include <omp.h>
#include <vector>

namespace {

#pragma omp declare target
constexpr int TILE = 16;
#pragma omp end declare target

// A square matrix of whole tiles, each of them stored in one piece, whose device memory is
// associated as long as it lives.
template <class T> class Tiled {
public:
  explicit Tiled(int tiles) : tiles(tiles), elements(tiles * tiles * TILE * TILE) {
    device = omp_get_default_device();
    memory = omp_target_alloc(bytes(), device);
    oracle::equal("result of the association", tiles,
                  omp_target_associate_ptr(elements.data(), memory, bytes(), 0, device), 0);
    oracle::holds(omp_target_is_present(elements.data(), device) != 0, "matrix", tiles, "present");
  }
  Tiled(const Tiled &) = delete;
  Tiled &operator=(const Tiled &) = delete;
  ~Tiled() {
    oracle::equal("result of the dissociation", tiles,
                  omp_target_disassociate_ptr(elements.data(), device), 0);
    omp_target_free(memory, device);
  }

  T &operator()(int row, int column) { return elements[index(row, column)]; }
  T operator()(int row, int column) const { return elements[index(row, column)]; }
  int size() const { return tiles * TILE; }
  int length() const { return static_cast<int>(elements.size()); }
  T *data() { return elements.data(); }

  // Associated memory is not copied by maps; updates and copies move it.
  void to_device() {
    T *all = elements.data();
    const int count = length();
#pragma omp target update to(all[0 : count])
  }
  void to_host() {
    oracle::equal("result of the copy", tiles,
                  omp_target_memcpy(elements.data(), memory, bytes(), 0, 0, omp_get_initial_device(),
                                    device),
                  0);
  }

  const int tiles;

private:
  std::size_t bytes() const { return elements.size() * sizeof(T); }
  std::size_t index(int row, int column) const {
    const int tile = row / TILE * tiles + column / TILE;
    return tile * TILE * TILE + row % TILE * TILE + column % TILE;
  }

  std::vector<T> elements;
  int device;
  void *memory;
};

// c += a b. A team computes a tile of c: it loads a tile of a and one of b at a time.
template <class T> void multiply(Tiled<T> &left, Tiled<T> &right, Tiled<T> &product) {
  const int tiles = product.tiles, length = product.length();
  T *a = left.data(), *b = right.data(), *c = product.data();
#pragma omp target teams distribute collapse(2) thread_limit(64)                                    \
    map(tofrom : a[0 : length], b[0 : length], c[0 : length])
  for (int row = 0; row < tiles; ++row)
    for (int column = 0; column < tiles; ++column) {
      T of_a[TILE * TILE], of_b[TILE * TILE], of_c[TILE * TILE];
#pragma omp parallel for
      for (int i = 0; i < TILE * TILE; ++i) of_c[i] = c[(row * tiles + column) * TILE * TILE + i];
      for (int k = 0; k < tiles; ++k) {
#pragma omp parallel for
        for (int i = 0; i < TILE * TILE; ++i) {
          of_a[i] = a[(row * tiles + k) * TILE * TILE + i];
          of_b[i] = b[(k * tiles + column) * TILE * TILE + i];
        }
#pragma omp parallel for collapse(2)
        for (int y = 0; y < TILE; ++y)
          for (int x = 0; x < TILE; ++x) {
            T sum = of_c[y * TILE + x];
            for (int i = 0; i < TILE; ++i) sum += of_a[y * TILE + i] * of_b[i * TILE + x];
            of_c[y * TILE + x] = sum;
          }
      }
#pragma omp parallel for
      for (int i = 0; i < TILE * TILE; ++i) c[(row * tiles + column) * TILE * TILE + i] = of_c[i];
    }
}

// The factor of one tile on the diagonal, in place, by one team: column after column.
void factor_tile(double *tile) {
#pragma omp target teams num_teams(1) thread_limit(32) map(tofrom : tile[0 : TILE * TILE])
  {
    for (int k = 0; k < TILE; ++k) {
      const double root = std::sqrt(tile[k * TILE + k]);
      tile[k * TILE + k] = root;
#pragma omp parallel for
      for (int i = k + 1; i < TILE; ++i) {
        tile[i * TILE + k] /= root;
        tile[k * TILE + i] = 0;
      }
#pragma omp parallel for
      for (int j = k + 1; j < TILE; ++j)
        for (int i = j; i < TILE; ++i) tile[i * TILE + j] -= tile[i * TILE + k] * tile[j * TILE + k];
    }
  }
}

// The tiles below the diagonal of column k: each times the inverse of the factor's transpose. A
// thread solves for one row of a tile.
void solve_column(double *a, int tiles, int k) {
  const double *factor = a + (k * tiles + k) * TILE * TILE;
  const int length = tiles * tiles * TILE * TILE;
#pragma omp target teams distribute parallel for collapse(2) thread_limit(32)                       \
    map(tofrom : a[0 : length], factor[0 : TILE * TILE])
  for (int row = k + 1; row < tiles; ++row)
    for (int i = 0; i < TILE; ++i) {
      double *x = a + (row * tiles + k) * TILE * TILE + i * TILE;
      for (int j = 0; j < TILE; ++j) {
        double sum = x[j];
        for (int l = 0; l < j; ++l) sum -= x[l] * factor[j * TILE + l];
        x[j] = sum / factor[j * TILE + j];
      }
    }
}

// What is below and right of column k, less the product of its tiles.
void update_rest(double *a, int tiles, int k) {
  const int rest = tiles - k - 1, length = tiles * tiles * TILE * TILE;
#pragma omp target teams distribute collapse(2) thread_limit(64) map(tofrom : a[0 : length])
  for (int r = 0; r < rest; ++r)
    for (int c = 0; c < rest; ++c) {
      const int row = k + 1 + r, column = k + 1 + c;
      if (column > row) continue;
      const double *left = a + (row * tiles + k) * TILE * TILE;
      const double *right = a + (column * tiles + k) * TILE * TILE;
      double *target = a + (row * tiles + column) * TILE * TILE;
#pragma omp parallel for collapse(2)
      for (int y = 0; y < TILE; ++y)
        for (int x = 0; x < TILE; ++x) {
          double sum = 0;
          for (int l = 0; l < TILE; ++l) sum += left[y * TILE + l] * right[x * TILE + l];
          target[y * TILE + x] -= sum;
        }
    }
}

void cholesky(Tiled<double> &matrix) {
  double *a = matrix.data();
  const int tiles = matrix.tiles;
  for (int k = 0; k < tiles; ++k) {
    factor_tile(a + (k * tiles + k) * TILE * TILE);
    if (k + 1 == tiles) break;
    solve_column(a, tiles, k);
    update_rest(a, tiles, k);
  }
}

void judge_product(int tiles, oracle::Generator &random) {
  Tiled<long> a(tiles), b(tiles), c(tiles);
  const int n = a.size();
  std::vector<long> should(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      a(i, j) = random.below(2001) - 1000;
      b(i, j) = random.below(2001) - 1000;
      should[i * n + j] = c(i, j) = random.below(1000);
    }
  a.to_device();
  b.to_device();
  c.to_device();
  multiply(a, b, c);
  oracle::equal("element of the host", 0, c(0, 0), should[0]);
  c.to_host();
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) should[i * n + j] += a(i, k) * b(k, j);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) oracle::equal("product", i * n + j, c(i, j), should[i * n + j]);
}

// A matrix whose factor is known up to rounding: that of a random triangle.
void judge_factor(int tiles, oracle::Generator &random) {
  Tiled<double> a(tiles);
  const int n = a.size();
  std::vector<double> known(n * n), whole(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      known[i * n + j] = i == j ? random.real(3, 5) : random.real(-1, 1) / std::sqrt(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k <= std::min(i, j); ++k) whole[i * n + j] += known[i * n + k] * known[j * n + k];
      a(i, j) = whole[i * n + j];
    }
  a.to_device();
  cholesky(a);
  a.to_host();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      long double sum = 0;
      for (int k = 0; k <= j; ++k) sum += static_cast<long double>(a(i, k)) * a(j, k);
      oracle::within("L L'", i * n + j, static_cast<double>(sum), whole[i * n + j], 1e-12);
      oracle::within("L", i * n + j, a(i, j), known[i * n + j], 1e-12);
    }
}

} // namespace

int main() {
  oracle::Generator random(26);
  judge_product(3, random);
  judge_product(1, random);
  judge_factor(4, random);
  return oracle::verdict();
}
