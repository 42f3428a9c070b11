// Says where its region ran: the host has changed its copy of the variable, the device has its own.
extern "C" int printf(const char *, ...);

#pragma omp declare target
int factor = 3;
#pragma omp end declare target

int main() {
  int sum = 0;
  factor = 7;
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < 10; ++i)
    sum += i * factor;
  printf("%s: %d\n", sum == 45 * 3 ? "device" : "host", sum);
  return 0;
}
