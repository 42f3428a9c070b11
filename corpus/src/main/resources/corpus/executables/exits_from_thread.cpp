// A thread ends the program with status 7 while main waits for it and another thread offloads.
#include "executables/region.hpp"
#include <cstdlib>
#include <thread>
#include <unistd.h>

int main() {
  region("before exit");
  if (oracle::verdict() != 0) return 1;
  std::fflush(stdout);
  std::thread([] { std::exit(7); }).detach();
  for (;;) pause();
}
