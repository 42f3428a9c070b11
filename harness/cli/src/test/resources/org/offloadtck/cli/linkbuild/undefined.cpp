// A region that calls a function no device code defines.
#pragma omp declare target
int missing(int x);
#pragma omp end declare target
int main() {
  int n = 0;
#pragma omp target map(tofrom : n)
  n = missing(n);
  return n;
}
