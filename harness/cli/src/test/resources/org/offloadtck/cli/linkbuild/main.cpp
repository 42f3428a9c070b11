// A program with regions, a variable and a function of another object.
#include <cstdio>
#pragma omp declare target
int table[10];
double half(double x);
extern double scale;
#pragma omp end declare target
double sum(const double *values, int count);
int main() {
  double x[100], y[100];
  for (int i = 0; i < 100; ++i) {
    x[i] = i;
    y[i] = 1;
  }
#pragma omp target map(to : x) map(tofrom : y)
  for (int i = 0; i < 100; ++i)
    y[i] += half(x[i]) * scale;
#pragma omp target
  table[3] = 4;
#pragma omp target update from(table)
  std::printf("%g %d\n", sum(y, 100), table[3]);
}
