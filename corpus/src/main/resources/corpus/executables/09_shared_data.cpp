// g's region asks for up to 128 threads. Their number is the implementation's to choose; what they
// leave tells it: thread t finds what thread 127 - t wrote, if there is one.
#include "ptx/src/09_shared_data.cpp"
#include "executables/oracle.hpp"
#include <vector>

static bool sharedBy(const float *o, int threads) {
  for (int t = 128 - threads > 0 ? 128 - threads : 0; t < threads; ++t)
    if (o[t] != static_cast<float>(127 - t)) return false;
  return true;
}

int main() {
  oracle::Generator random(9);
  const int n = 64 * 5;
  std::vector<float> x(n), o(n);
  for (auto &each : x) each = random.real(-5, 5);
  f(x.data(), o.data(), n);
  for (int i = 0; i < n; ++i) {
    const int b = i / 64, j = i % 64;
    oracle::equal("o", i, o[i], x[b * 64 + 63 - j] + x[b * 64 + j]);
  }
  int threads = 0;
#pragma omp target teams map(from : threads) num_teams(1) thread_limit(128)
  {
#pragma omp parallel
#pragma omp single
    threads = omp_get_num_threads();
  }
  oracle::holds(threads >= 1 && threads <= 128, "threads", threads, "from 1 to 128");
  float shared[128];
  g(shared);
  oracle::holds(sharedBy(shared, threads), "team memory of threads", threads, "what the mirror thread wrote");
  return oracle::verdict();
}
