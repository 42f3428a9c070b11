// The number of threads is the implementation's to choose, and the schedule too: x[2] tells the
// number, and every element was given to one of them.
#include "ptx/src/04_generic_mode.cpp"
#include "executables/oracle.hpp"
#include <vector>

int main() {
  oracle::Generator random(4);
  for (int n : {4, 50, 300}) {
    std::vector<int> x(n);
    for (auto &each : x) each = static_cast<int>(random.below(1000));
    const auto before = x;
    f(x.data(), n);
    const int local = before[0] + before[1] + before[2] + before[3];
    const int threads = x[2];
    oracle::holds(threads >= 1 && threads <= 1024, "threads", threads, "from 1 to 1024");
    oracle::equal("x", 1, x[1], x[0]);
    for (int i = 0; i < n; ++i) {
      if (i == 1 || i == 2) continue;
      const int thread = x[i] - before[i] - local;
      oracle::holds(thread >= 0 && thread < threads, "thread of an iteration", thread, "one of the team");
    }
  }
  return oracle::verdict();
}
