// Every form of mapping a compiler has words for, each with what it leaves on the host.
#include "executables/oracle.hpp"

#pragma omp declare target
int table[4] = {1, 2, 3, 4};
#pragma omp end declare target
double linked[3] = {0.5, 1.5, 2.5};
#pragma omp declare target link(linked)

struct Node {
  long id;
  double weights[4];
  Node *next;
};

static void nested() {
  int x[16];
  for (int i = 0; i < 16; ++i) x[i] = i;
#pragma omp target data map(tofrom : x)
  {
    x[3] = 100;
#pragma omp target map(tofrom : x[2 : 4])
    x[3] += 1;
#pragma omp target map(always, tofrom : x[8 : 2])
    x[8] += 1;
    oracle::equal("copied always", 8, x[8], 9);
    oracle::equal("not copied", 3, x[3], 100);
#pragma omp target data map(present, to : x[0 : 16])
    {
#pragma omp target
      x[15] = -1;
    }
  }
  oracle::equal("copied at last", 3, x[3], 4);
  oracle::equal("implicit", 15, x[15], -1);
}

static void deleted() {
  int x[8] = {};
#pragma omp target enter data map(to : x)
#pragma omp target enter data map(to : x)
#pragma omp target exit data map(release : x)
#pragma omp target
  x[0] = 1;
#pragma omp target enter data map(alloc : x[0 : 4])
#pragma omp target exit data map(delete : x)
#pragma omp target exit data map(from : x)
  oracle::equal("deleted", 0, x[0], 0);
}

static void members() {
  Node tail = {2, {1, 2, 3, 4}, nullptr};
  Node head = {1, {5, 6, 7, 8}, &tail};
#pragma omp target map(tofrom : head.id, head.weights[1 : 2], head.next, head.next[0 : 1])
  {
    head.id += 10;
    head.weights[1] += head.next->weights[0];
    head.next->id += head.id;
  }
  oracle::equal("head", 0, head.id, 11L);
  oracle::equal("weight", 1, head.weights[1], 7.0);
  oracle::equal("tail", 0, tail.id, 13L);
  oracle::equal("pointer", 0, head.next == &tail, true);
}

static void privates(int n) {
  double large[200];
  for (int i = 0; i < 200; ++i) large[i] = i;
  short small[3] = {1, 2, 3};
  char one = 7;
  double sum = 0;
#pragma omp target firstprivate(large, small, one) map(tofrom : sum)
  for (int i = 0; i < n; ++i) sum += large[i] + small[i % 3] + one;
  oracle::equal("sum", n, sum, 4950 + 199.0 + 700);
}

static void pointers() {
  int data[10] = {};
  int *inside = data + 4, *nowhere = nullptr;
#pragma omp target data map(tofrom : data) use_device_ptr(inside)
  {
#pragma omp target is_device_ptr(inside) map(nowhere[0 : 0])
    *inside += nowhere == nullptr ? 5 : 6;
  }
  oracle::equal("device pointer", 4, data[4], 5);
#pragma omp target enter data map(to : data)
#pragma omp target map(inside[0 : 0])
  inside[1] = 8;
#pragma omp target update from(data[5 : 1])
#pragma omp target update from(nowhere[0 : 0])
#pragma omp target exit data map(release : data)
  oracle::equal("empty section", 5, data[5], 8);
}

static void globals() {
  double seen = 0;
#pragma omp target update to(table)
#pragma omp target data map(to : linked)
  {
#pragma omp target map(tofrom : seen)
    seen += linked[1] + table[2];
  }
  oracle::equal("seen", 0, seen, 4.5);
}

static void held() {
  int x[4] = {1, 2, 3, 4};
#pragma omp target data map(ompx_hold, tofrom : x)
  {
#pragma omp target enter data map(close, to : x)
#pragma omp target exit data map(delete : x)
#pragma omp target map(present, alloc : x)
    x[0] = 10;
    oracle::equal("held", 0, x[0], 1);
  }
  oracle::equal("no longer held", 0, x[0], 10);
}

static void later() {
  int x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
#pragma omp target enter data map(to : x) nowait depend(out : x)
#pragma omp target update from(x[1 : 2]) nowait depend(inout : x)
#pragma omp target nowait depend(inout : x)
  x[7] = 80;
#pragma omp target exit data map(from : x) nowait depend(inout : x)
#pragma omp taskwait
  oracle::equal("later", 7, x[7], 80);
}

int main() {
  nested();
  deleted();
  members();
  privates(100);
  pointers();
  globals();
  held();
  later();
  return oracle::verdict();
}
