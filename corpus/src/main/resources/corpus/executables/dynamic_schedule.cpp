// Loops whose iterations are handed out, the second to a team of one warp: every iteration is done once.
// Not with a single iteration for a team: clang 15 and 16 make a loop without end of that at O2.
#include "executables/oracle.hpp"
#include <vector>

static void dynamic(int *x, int n) {
#pragma omp target teams distribute parallel for schedule(dynamic, 4) map(tofrom : x[0 : n])
  for (int i = 0; i < n; ++i) x[i] += i;
}

static void guided(int *x, int n) {
#pragma omp target map(tofrom : x[0 : n])
#pragma omp parallel for schedule(guided) num_threads(32)
  for (int i = 0; i < n; ++i) x[i] = x[i] * 3 - i;
}

int main() {
  oracle::Generator random(23);
  for (int n : {30, 130, 500}) {
    std::vector<int> x(n);
    for (auto &each : x) each = static_cast<int>(random.below(1 << 20));
    const auto before = x;
    dynamic(x.data(), n);
    guided(x.data(), n);
    for (int i = 0; i < n; ++i) oracle::equal("x", i, x[i], (before[i] + i) * 3 - i);
  }
  return oracle::verdict();
}
