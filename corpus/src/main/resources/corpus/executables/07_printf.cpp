// The device's output is caught in a file: every line once, in any order, none torn.
#include "ptx/src/07_printf.cpp"
#include "executables/oracle.hpp"
#include <string>
#include <unistd.h>
#include <vector>

int main() {
  const int n = 100;
  FILE *caught = std::tmpfile();
  std::fflush(stdout);
  const int out = dup(1);
  dup2(fileno(caught), 1);
  f(n);
  std::fflush(stdout);
  dup2(out, 1);
  std::rewind(caught);
  std::vector<int> count(n);
  char line[256], should[256];
  while (std::fgets(line, sizeof line, caught)) {
    int i = -1;
    std::sscanf(line, "hello %d", &i);
    std::snprintf(should, sizeof should, "hello %d %f %s\n", i, i * 0.5, "dev");
    if (i < 0 || i >= n || std::string(line) != should) oracle::say("line", i, line, should);
    else ++count[i];
  }
  for (int i = 0; i < n; ++i) oracle::equal("lines of iteration", i, count[i], 1);
  return oracle::verdict();
}
