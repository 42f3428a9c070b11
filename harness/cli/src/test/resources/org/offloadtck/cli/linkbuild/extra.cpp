// An archive member that no object needs on the host, with a region and a visible variable.
#pragma omp declare target
int spare[4];
#pragma omp end declare target
void extra(int *value) {
#pragma omp target map(tofrom : value[0:1])
  *value += spare[1];
}
