#pragma omp declare target
int value = 5;
#pragma omp end declare target

// Hands the device's variable a value and reads it in a region: 101, if both mean the same one.
extern "C" int next() {
  int result = 0;
  value = 100;
#pragma omp target update to(value)
#pragma omp target map(from : result)
  result = ++value;
  return result;
}
