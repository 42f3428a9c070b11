// Mapping without a region, updates, declare target variables, and pointers in structures. The
// updates show that host and device have memory of their own.
#include "executables/oracle.hpp"
#include <vector>

#pragma omp declare target
long counter = 100;
int weights[4] = {1, 10, 100, 1000};
#pragma omp end declare target

struct List {
  int length;
  int *items;
};

static void update(oracle::Generator &random) {
  const int n = 60;
  std::vector<int> x(n);
  for (auto &each : x) each = random.below(1000);
  const auto before = x;
  int *data = x.data();
#pragma omp target enter data map(to : data[0 : n])
  for (int i = 0; i < n; ++i) data[i] = -1;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) data[i] += weights[i % 4];
#pragma omp target update from(data[10 : 20])
  for (int i = 0; i < n; ++i)
    oracle::equal("updated", i, data[i], i >= 10 && i < 30 ? before[i] + weights[i % 4] : -1);
#pragma omp target exit data map(from : data[0 : n])
  for (int i = 0; i < n; ++i) oracle::equal("unmapped", i, data[i], before[i] + weights[i % 4]);
}

static void structure() {
  int items[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  List list = {8, items};
#pragma omp target map(tofrom : list.length, list.items, list.items[0 : 8])
  {
    for (int i = 0; i < list.length; ++i) list.items[i] *= list.length;
    list.length = 3;
  }
  oracle::equal("length", 0, list.length, 3);
  for (int i = 0; i < 8; ++i) oracle::equal("items", i, items[i], (i + 1) * 8);
}

static void global() {
#pragma omp target
  counter += 11;
  oracle::equal("counter on the host", 0, counter, 100L);
#pragma omp target update from(counter)
  oracle::equal("counter", 0, counter, 111L);
  counter = 7;
#pragma omp target update to(counter)
  long seen = 0;
#pragma omp target map(from : seen)
  seen = counter;
  oracle::equal("counter on the device", 0, seen, 7L);
}

int main() {
  oracle::Generator random(22);
  update(random);
  structure();
  global();
  return oracle::verdict();
}
