#pragma omp declare target
static int calls = 0;
#pragma omp end declare target

// Adds 1, 2, … at the first, second, … call since the library was loaded.
extern "C" void addCalls(int *x, int n) {
#pragma omp target
  ++calls;
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; ++i) x[i] += calls;
}
