// Every kind of declare target variable, in one unit. Which of them has an offload entry depends on
// the edition; what the runtime is told of constructs and variables, on debug information.
#pragma omp requires dynamic_allocators

#pragma omp declare target
int primes[4] = {2, 3, 5, 7};
long total;
static int hidden = 11;
#pragma omp end declare target

int linked[8] = {1, 1, 2, 3, 5, 8, 13, 21};
#pragma omp declare target link(linked)

static int values[8] = {0, 1, 2, 3, 4, 5, 6, 7};

int main() {
#pragma omp target enter data map(to : linked)
#pragma omp target data map(tofrom : values)
  {
#pragma omp target map(tofrom : values) map(tofrom : linked)
    for (int i = 0; i < 8; ++i) {
      values[i] += primes[i % 4] + hidden + linked[i];
      linked[i] += 1;
      hidden += 1;
      total += values[i];
    }
  }
#pragma omp target exit data map(from : linked)
#pragma omp target update from(total)
  return static_cast<int>(total);
}
