// Loads and unloads a library that offloads, three times: its device variable begins anew.
// The argument is the library's file.
#include "executables/oracle.hpp"
#include <dlfcn.h>

int main(int, char **arguments) {
  int x[50];
  for (int round = 0; round < 3; ++round) {
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      std::printf("wrong: dlopen says %s, when it should load %s\n", dlerror(), arguments[1]);
      return 1;
    }
    auto addCalls = reinterpret_cast<void (*)(int *, int)>(dlsym(library, "addCalls"));
    for (int i = 0; i < 50; ++i) x[i] = i;
    addCalls(x, 50);
    addCalls(x, 50);
    for (int i = 0; i < 50; ++i) oracle::equal("x", i, x[i], i + 1 + 2);
    oracle::equal("dlclose", round, dlclose(library), 0);
  }
  return oracle::verdict();
}
