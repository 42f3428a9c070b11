/* A C program with a region and a function of another object. */
#include <stdio.h>
#pragma omp declare target
int twice(int x);
#pragma omp end declare target
int main(void) {
  int n = 21;
#pragma omp target map(tofrom : n)
  n = twice(n);
  printf("%d\n", n);
  return 0;
}
