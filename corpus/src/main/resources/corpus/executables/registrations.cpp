// Hands the runtime its descriptor in ways that no compiler does. Which, the variable REGISTRATIONS
// says; without it, once, like any program. The wrapper's calls come here first.
#include "executables/oracle.hpp"
#include <cstdlib>
#include <dlfcn.h>

static void *registered;

static bool asked(const char *way) {
  const char *wanted = std::getenv("REGISTRATIONS");
  return wanted != nullptr && std::strcmp(wanted, way) == 0;
}

static void call(const char *function, void *descriptor) {
  reinterpret_cast<void (*)(void *)>(dlsym(RTLD_NEXT, function))(descriptor);
}

extern "C" void __tgt_register_lib(void *descriptor) {
  registered = descriptor;
  call("__tgt_register_lib", descriptor);
  if (asked("twice")) call("__tgt_register_lib", descriptor);
}

int main() {
  int x[4] = {1, 2, 3, 4};
#pragma omp target map(tofrom : x)
  x[1] = 20;
  oracle::equal("x", 1, x[1], 20);
  if (asked("used-after-end") || asked("ended-twice")) call("__tgt_unregister_lib", registered);
  if (asked("used-after-end")) {
#pragma omp target map(tofrom : x)
    x[2] = 30;
    oracle::equal("x", 2, x[2], 30);
  }
  return oracle::verdict();
}
