// Constructs that are not waited for. Each needs what another has made, and says so: whatever order
// keeps to that yields the same.
static int values[64];
static int squares[64];
static long sum;

int main() {
  for (int i = 0; i < 64; ++i)
    values[i] = i;
#pragma omp target enter data map(to : values) map(alloc : squares) nowait depend(out : values, squares)
#pragma omp target nowait depend(in : values) depend(out : squares)
  for (int i = 0; i < 64; ++i)
    squares[i] = values[i] * values[i];
#pragma omp target nowait depend(inout : values)
  for (int i = 0; i < 64; ++i)
    values[i] += 1;
#pragma omp target map(from : sum) nowait depend(in : values, squares) depend(out : sum)
  {
    sum = 0;
    for (int i = 0; i < 64; ++i)
      sum += squares[i] - values[i];
  }
#pragma omp target exit data map(from : values, squares) nowait depend(inout : values, squares)
#pragma omp taskwait
  return static_cast<int>(sum);
}
