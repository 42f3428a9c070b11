// Faults that stop a kernel, each where the variable STOPPED_BY asks for it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <omp.h>

static const int many = 4000; // more than the runtime keeps when it is freed

// The host has freed what a thread writes to.
static void freedByHost() {
  int *x = static_cast<int *>(omp_target_alloc(many * sizeof(int), 0));
  omp_target_free(x, 0);
#pragma omp target is_device_ptr(x)
  x[3] = 1;
}

// The thread itself has.
static void freedByThread() {
  int *x = nullptr;
#pragma omp target map(tofrom : x)
  {
    x = static_cast<int *>(std::malloc(64));
    std::free(x);
    static_cast<volatile int *>(x)[3] = 1;
  }
}

// And frees it again.
static void freedTwice() {
  int *x = nullptr;
#pragma omp target map(tofrom : x)
  {
    x = static_cast<int *>(std::malloc(64));
    std::free(x);
  }
#pragma omp target firstprivate(x)
  std::free(x);
}

// A word is stored where no word begins.
static void misaligned() {
  char bytes[16] = {};
#pragma omp target map(tofrom : bytes)
  *reinterpret_cast<volatile int *>(bytes + 1) = 1;
}

// A thread reads the element before the first.
static void below() {
  int *x = static_cast<int *>(std::calloc(many, sizeof(int)));
  int sum = 0;
#pragma omp target map(to : x[0 : many]) map(tofrom : sum)
  sum += x[many / 2 - 2001];
  std::free(x);
}

int main() {
  const char *by = std::getenv("STOPPED_BY");
  const struct {
    const char *name;
    void (*fault)();
  } faults[] = {{"host-freed", freedByHost},
                {"thread-freed", freedByThread},
                {"freed-twice", freedTwice},
                {"misaligned", misaligned},
                {"below", below}};
  for (auto &each : faults)
    if (by != nullptr && std::strcmp(by, each.name) == 0) each.fault();
  std::printf("ok\n");
  return 0;
}
