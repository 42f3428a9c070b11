// The functions and the variable of main.cpp, with a region of its own.
#pragma omp declare target
double scale = 2;
static double quarter(double x) { return x / 4; }
double half(double x) { return quarter(x) + quarter(x); }
#pragma omp end declare target
double sum(const double *values, int count) {
  double all = 0;
#pragma omp target map(to : values[0:count]) map(tofrom : all)
  for (int i = 0; i < count; ++i)
    all += values[i];
  return all;
}
