// Copies of one library, which the loader takes for different ones: each has its own variables.
#pragma once
#include "executables/oracle.hpp"
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <string>

class Copy {
public:
  Copy(const char *original, const char *name) : file(std::string(original) + "." + name) {
    std::ofstream(file, std::ios::binary) << std::ifstream(original, std::ios::binary).rdbuf();
  }
  ~Copy() { std::remove(file.c_str()); }

  void *open() const {
    void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      std::printf("wrong: dlopen says %s, when it should load %s\n", dlerror(), file.c_str());
      std::exit(1);
    }
    return library;
  }

private:
  std::string file;
};

inline void *next(void *library) { return dlsym(library, "next"); }
inline int call(void *library) { return reinterpret_cast<int (*)()>(next(library))(); }
