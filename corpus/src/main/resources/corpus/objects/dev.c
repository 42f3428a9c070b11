#pragma omp declare target
int shared[4] = {1, 2, 3, 4};
static int local;
#pragma omp end declare target
void f(int *p) {
#pragma omp target map(p[0:1])
  p[0] = shared[++local & 3];
}
int main() { return 0; }
