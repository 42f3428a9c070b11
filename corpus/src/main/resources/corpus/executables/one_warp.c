// Threads of a block of one warp share an array of 256 bytes and what is declared after it.
#include "executables/oracle.h"

enum { N = 32 };

static void f(const int *in, double *out) {
#pragma omp target teams num_teams(1) thread_limit(N) map(to : in[0 : N]) map(tofrom : out[0 : N])
  {
    double sums[N], mean = 0;
#pragma omp parallel for
    for (int i = 0; i < N; ++i) {
      sums[i] = 0;
      for (int k = 0; k <= i; ++k) sums[i] += in[k];
    }
    for (int i = 0; i < N; ++i) mean += sums[i] / N;
#pragma omp parallel for
    for (int i = 0; i < N; ++i) out[i] = sums[i] - mean;
  }
}

int main(void) {
  int in[N];
  double out[N], sum = 0, mean = 0;
  for (int i = 0; i < N; ++i) {
    in[i] = i;
    out[i] = 0;
    sum += i;
    mean += sum / N;
  }
  f(in, out);
  sum = 0;
  for (int i = 0; i < N; ++i) {
    sum += i;
    oracle_within("difference", i, out[i], sum - mean, 0);
  }
  return oracle_verdict();
}
