// Opens the library that is the first argument, calls its kernel, and closes it, twice: its variable is
// a new one each time.
#include "../../oracle.hpp"
#include "../cuda_runtime.hpp"
#include <dlfcn.h>

__global__ void own(int *value) { *value = 5; }

static void use(const char *file) {
  void *library = dlopen(file, RTLD_NOW);
  if (library == nullptr) {
    oracle::say("dlopen", 0, dlerror(), "a library");
    return;
  }
  auto call = reinterpret_cast<int (*)()>(dlsym(library, "call_kernel"));
  oracle::equal("calls", 0, call(), 41);
  oracle::equal("calls", 1, call(), 42);
  dlclose(library);
}

int main(int, char **arguments) {
  int *value = nullptr;
  int host = 0;
  use(arguments[1]);
  use(arguments[1]);
  oracle::equal<int>("cudaMalloc", 0, allocate(&value, 1), cudaSuccess);
  own<<<1, 1>>>(value);
  oracle::equal<int>("cudaMemcpy", 0, cudaMemcpy(&host, value, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
  oracle::equal("value", 0, host, 5);
  oracle::equal<int>("cudaFree", 0, cudaFree(value), cudaSuccess);
  return oracle::verdict();
}
