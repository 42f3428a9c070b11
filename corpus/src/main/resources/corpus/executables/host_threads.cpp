// Four threads of the host offload at once, each its own arrays, many times over; a fifth maps and
// unmaps meanwhile.
#include "executables/oracle.hpp"
#include <omp.h>
#include <thread>
#include <vector>

static std::vector<long> results(int thread) {
  const int n = 96;
  std::vector<long> sums;
  std::vector<int> x(n);
  for (int round = 0; round < 6; ++round) {
    for (int i = 0; i < n; ++i) x[i] = thread * 1000 + i;
    int *data = x.data();
    long sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : data[0 : n])
    for (int i = 0; i < n; ++i) data[i] = data[i] * 3 + round;
#pragma omp target teams distribute parallel for map(to : data[0 : n]) reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += data[i];
    sums.push_back(sum);
  }
  return sums;
}

int main() {
  std::vector<std::vector<long>> found(4);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back([t, &found] { found[t] = results(t); });
  threads.emplace_back([] {
    for (int round = 0; round < 20; ++round) {
      std::vector<char> buffer(1 << 16, static_cast<char>(round));
      char *data = buffer.data();
#pragma omp target enter data map(to : data[0 : 1 << 16])
      data[77] = 0;
#pragma omp target update from(data[77 : 1])
      oracle::equal<int>("updated", round, data[77], round);
#pragma omp target exit data map(delete : data[0 : 1 << 16])
    }
  });
  for (auto &thread : threads) thread.join();
  for (int t = 0; t < 4; ++t)
    for (int round = 0; round < 6; ++round) {
      long should = 0;
      for (int i = 0; i < 96; ++i) should += (t * 1000 + i) * 3 + round;
      oracle::equal("sum", t * 6 + round, found[t][round], should);
    }
  return oracle::verdict();
}
