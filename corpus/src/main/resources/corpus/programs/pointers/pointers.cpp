// Functions that the host chooses, and a target region calls through pointers to the host's
// versions. Compilers before LLVM 23 leave the translation of a pointer to the program, which asks
// the device runtime for it.
#pragma omp begin declare target device_type(nohost)
extern "C" void *__llvm_omp_indirect_call_lookup(void *host);
#pragma omp end declare target

#pragma omp begin declare target indirect
int twice(int x) { return 2 * x; }
int square(int x) { return x * x; }
int negate(int x) { return -x; }
#pragma omp end declare target

using Function = int (*)(int);

static Function chosen[8];
static int values[8];

int main() {
  Function functions[] = {twice, square, negate};
  for (int i = 0; i < 8; ++i) {
    chosen[i] = functions[i % 3];
    values[i] = i + 1;
  }
#pragma omp target parallel for map(to : chosen) map(tofrom : values)
  for (int i = 0; i < 8; ++i) {
#ifdef __NVPTX__
    auto host = reinterpret_cast<void *>(chosen[i]);
    auto function = reinterpret_cast<Function>(__llvm_omp_indirect_call_lookup(host));
#else
    auto function = chosen[i];
#endif
    values[i] = function(values[i]);
  }
  return values[1] != 4;
}
