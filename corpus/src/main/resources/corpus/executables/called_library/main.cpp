// Calls a function of a library's device image by its address on the device, which a region of the
// library returns. The argument is the library's file.
#include "executables/oracle.hpp"
#include <dlfcn.h>

int main(int, char **arguments) {
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::printf("wrong: dlopen says %s, when it should load %s\n", dlerror(), arguments[1]);
    return 1;
  }
  auto address = reinterpret_cast<unsigned long (*)(int)>(dlsym(library, "address"));
  const unsigned long add = address(1), multiply = address(2);
  int x[500];
  for (int i = 0; i < 500; ++i) x[i] = i;
#pragma omp target teams distribute parallel for map(tofrom : x[0 : 500])
  for (int i = 0; i < 500; ++i)
    x[i] = reinterpret_cast<int (*)(int)>(i % 3 ? add : multiply)(x[i]);
  for (int i = 0; i < 500; ++i) oracle::equal("x", i, x[i], i % 3 ? i + 1000 : i * 1001);
  return oracle::verdict();
}
