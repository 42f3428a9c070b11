#pragma omp declare target
static int base = 0;
static int add(int x) { return x + base; }
static int multiply(int x) { return x * (base + 1); }
#pragma omp end declare target

// The address of a function on the device that regions run on. Sets the variable that it reads.
extern "C" unsigned long address(int which) {
  unsigned long result = 0;
#pragma omp target map(from : result)
  {
    base = 1000;
    result = reinterpret_cast<unsigned long>(which == 1 ? &add : &multiply);
  }
  return result;
}
