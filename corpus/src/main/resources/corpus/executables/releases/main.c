// A variable, a region whose kernel is SPMD, one with serial code around a parallel loop, and a call of the other unit.
#include "../oracle.h"

enum { COUNT = 512, ROUNDS = 3 };

#pragma omp declare target
int scale = 3;
#pragma omp end declare target

int doubled_sum(const int *numbers, int count);

int main(void) {
  int numbers[COUNT], rounds = 0;
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i;
#pragma omp target teams distribute parallel for map(tofrom : numbers)
  for (int i = 0; i < COUNT; i++)
    numbers[i] = numbers[i] * scale + 1;
  for (int i = 0; i < COUNT; i++)
    oracle_equal("scaled", i, numbers[i], 3 * i + 1);
#pragma omp target map(tofrom : numbers, rounds)
  for (int round = 0; round < ROUNDS; round++) {
    rounds++;
#pragma omp parallel for
    for (int i = 0; i < COUNT; i++)
      numbers[i] += rounds;
  }
  oracle_equal("rounds", 0, rounds, ROUNDS);
  long sum = 0;
  for (int i = 0; i < COUNT; i++) {
    oracle_equal("counted", i, numbers[i], 3 * i + 7);
    sum += numbers[i];
  }
  oracle_equal("sum", 0, doubled_sum(numbers, COUNT), 2 * sum);
  return oracle_verdict();
}
