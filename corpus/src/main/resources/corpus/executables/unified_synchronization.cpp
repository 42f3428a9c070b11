// A host thread and a region work on the same words at the same time: additions of both, and
// messages through flags while the region runs.
#include "executables/oracle.hpp"
#include <atomic>
#include <thread>

#pragma omp requires unified_shared_memory

static int counter, ping, pong, question[64], answer[64];

static void additions() {
  std::atomic<bool> done{false};
  int added = 0;
  std::thread host([&] {
    for (; !done; ++added) __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
  });
  int *shared = &counter;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 3000; ++i) {
#pragma omp atomic
    *shared += 1;
  }
  done = true;
  host.join();
  oracle::equal("additions", 0, counter, added + 3000);
}

static void messages() {
  const int rounds = 10;
  std::thread host([] {
    for (int round = 1; round <= rounds; ++round) {
      while (__atomic_load_n(&ping, __ATOMIC_ACQUIRE) < round) std::this_thread::yield();
      for (int i = 0; i < 64; ++i) answer[i] = question[i] + round;
      __atomic_store_n(&pong, round, __ATOMIC_RELEASE);
    }
  });
  int *to = question, *from = answer, *said = &ping, *heard = &pong, wrong = 0;
#pragma omp target map(tofrom : wrong)
  for (int round = 1; round <= rounds; ++round) {
    for (int i = 0; i < 64; ++i) to[i] = round * i;
#pragma omp flush
    *static_cast<volatile int *>(said) = round;
    while (*static_cast<volatile int *>(heard) < round) {
    }
#pragma omp flush
    for (int i = 0; i < 64; ++i) wrong += from[i] != round * i + round;
  }
  host.join();
  oracle::equal("messages", 0, wrong, 0);
}

int main() {
  additions();
  messages();
  return oracle::verdict();
}
