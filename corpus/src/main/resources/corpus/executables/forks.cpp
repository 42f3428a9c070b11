// After a region has run the program forks. A child that does no offloading is as good as any; one
// that offloads is refused, since a driver does not survive a fork (CUDA C++ Programming Guide 12.6,
// "Initialization"): it ends by itself, with a fallback or an error. The parent goes on offloading.
#include "executables/region.hpp"
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

static int statusOf(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

int main() {
  region("before fork");
  std::fflush(stdout);
  pid_t idle = fork();
  if (idle == 0) _exit(3);
  const int idleStatus = statusOf(idle);
  oracle::holds(WIFEXITED(idleStatus) && WEXITSTATUS(idleStatus) == 3, "status of a child", idleStatus, "exit 3");
  pid_t offloading = fork();
  if (offloading == 0) {
    alarm(20);
    region("in the child");
    _exit(oracle::wrongs == 0 ? 0 : 9);
  }
  const int status = statusOf(offloading);
  oracle::holds(!(WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM), "status of the child that offloads", status, "an end of its own");
  oracle::holds(!(WIFEXITED(status) && WEXITSTATUS(status) == 9), "status of the child that offloads", status, "no wrong result");
  region("after fork");
  return oracle::verdict();
}
