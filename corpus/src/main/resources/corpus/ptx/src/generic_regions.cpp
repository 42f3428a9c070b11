// Regions in generic mode, in which the main thread of a team works alone nearly all of the time.
static __attribute__((noinline)) float dot(const float *row, const float *x, int n) {
  float sum = 0;
#pragma clang loop unroll(disable)
  for (int j = 0; j < n; ++j) sum += row[j] * x[j];
  return sum;
}

void hashes(int n, const unsigned *x, unsigned *y) {
#pragma omp target teams distribute num_teams(8) thread_limit(32) map(to : x[0 : 8 * n]) map(from : y[0 : 8 * n])
  for (int team = 0; team < 8; ++team) {
    unsigned hash = 2166136261u;
#pragma clang loop unroll(disable)
    for (int i = 0; i < n; ++i) {
      hash = (hash ^ x[team * n + i]) * 16777619u;
      y[team * n + i] = hash;
    }
  }
}

void matrix_vector(int n, const float *a, const float *x, float *y) {
#pragma omp target teams distribute num_teams(8) thread_limit(32) map(to : a[0 : n * n], x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; ++i) {
    float sum = dot(a + i * n, x, n);
#pragma omp parallel
    {
#pragma omp master
      y[i] = sum;
    }
  }
}
