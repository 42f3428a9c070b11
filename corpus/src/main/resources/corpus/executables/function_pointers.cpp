// Functions that regions call through pointers to the host's versions: the device runtime is asked to
// translate pointers in an array; a pointer that is all a region is given has been translated by the
// host's runtime.
#include "executables/oracle.hpp"
#include <vector>

#pragma omp begin declare target device_type(nohost)
extern "C" void *__llvm_omp_indirect_call_lookup(void *host);
#pragma omp end declare target

#pragma omp begin declare target indirect
int twice(int x) { return 2 * x; }
int square(int x) { return x * x; }
int negate(int x) { return -x; }
int next(int x) { return x + 1; }
#pragma omp end declare target

using Function = int (*)(int);

static void each(const Function *functions, int *values, int n) {
#pragma omp target teams distribute parallel for map(to : functions[0 : n]) \
    map(tofrom : values[0 : n])
  for (int i = 0; i < n; ++i) {
#ifdef __NVPTX__
    void *host = reinterpret_cast<void *>(functions[i]);
    auto function = reinterpret_cast<Function>(__llvm_omp_indirect_call_lookup(host));
#else
    auto function = functions[i];
#endif
    values[i] = function(values[i]);
  }
}

static int one(Function function, int value) {
  int result = 0;
#pragma omp target map(tofrom : result)
  result = function(value);
  return result;
}

int main() {
  const Function all[] = {twice, square, negate, next};
  oracle::Generator random(31);
  const int n = 500;
  std::vector<Function> functions(n);
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) {
    functions[i] = all[random.below(4)];
    values[i] = static_cast<int>(random.below(10000));
  }
  const auto before = values;
  each(functions.data(), values.data(), n);
  for (int i = 0; i < n; ++i)
    oracle::equal("values", i, values[i], functions[i](before[i]));
  for (int i = 0; i < 4; ++i)
    oracle::equal("one", i, one(all[i], 7 + i), all[i](7 + i));
  return oracle::verdict();
}
