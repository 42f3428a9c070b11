// The other unit, which may be in a static library: a region of its own, with a reduction.
int doubled_sum(const int *numbers, int count) {
  int sum = 0;
#pragma omp target teams distribute parallel for map(to : numbers[ : count]) map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < count; i++)
    sum += 2 * numbers[i];
  return sum;
}
