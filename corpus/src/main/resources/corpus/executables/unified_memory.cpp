// Regions that follow host pointers: to the heap, the stack, static memory, mapped pages, a list.
#include "executables/oracle.hpp"
#include <cstdlib>
#include <omp.h>
#include <sys/mman.h>
#include <vector>

#pragma omp requires unified_shared_memory

struct Node {
  int value;
  Node *next;
};

static int table[700];

static void heap() {
  const int n = 20000;
  std::vector<double> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i, y[i] = 2 * i;
  const double *from = x.data();
  double *to = y.data();
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) to[i] += 3 * from[i];
  for (int i = 0; i < n; ++i) oracle::equal("heap", i, y[i], 5.0 * i);
}

static void stack_and_static() {
  int frame[16];
  for (int i = 0; i < 16; ++i) frame[i] = i;
  for (int i = 0; i < 700; ++i) table[i] = i;
  int *of_stack = frame, *of_image = table;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 700; ++i) of_image[i] = -of_image[i];
#pragma omp target
  for (int i = 0; i < 16; ++i) of_stack[i] *= of_stack[i];
  for (int i = 0; i < 700; ++i) oracle::equal("static", i, table[i], -i);
  for (int i = 0; i < 16; ++i) oracle::equal("stack", i, frame[i], i * i);
}

// Every third byte is stored; the host's bytes between them stay.
static void pages() {
  const int n = 1 << 16;
  void *got = mmap(nullptr, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *bytes = static_cast<char *>(got);
  for (int i = 0; i < n; ++i) bytes[i] = 7;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i += 3) bytes[i] = static_cast<char>(i % 100);
  for (int i = 0; i < n; ++i) oracle::equal("page", i, +bytes[i], i % 3 == 0 ? i % 100 : 7);
  munmap(got, n);
}

static void list() {
  Node *head = nullptr;
  for (int i = 1; i <= 300; ++i) head = new Node{i, head};
  long sum = 0;
#pragma omp target map(tofrom : sum)
  for (Node *node = head; node != nullptr; node = node->next) {
    sum += node->value;
    node->value *= 2;
  }
  oracle::equal("sum", 0, sum, 45150L);
  int value = 300;
  while (head != nullptr) {
    oracle::equal("node", value, head->value, 2 * value);
    Node *next = head->next;
    delete head;
    head = next;
    --value;
  }
}

static void device_memory() {
  const int n = 3000, device = omp_get_default_device(), host = omp_get_initial_device();
  std::vector<int> ours(n);
  int *theirs = static_cast<int *>(omp_target_alloc(n * sizeof(int), device));
  for (int i = 0; i < n; ++i) ours[i] = i;
  omp_target_memcpy(theirs, ours.data(), n * sizeof(int), 0, 0, device, host);
  int *h = ours.data();
#pragma omp target teams distribute parallel for is_device_ptr(theirs) map(tofrom : h[0 : n])
  for (int i = 0; i < n; ++i) {
    h[i] += theirs[i];
    theirs[i] = -i;
  }
  for (int i = 0; i < n; ++i) oracle::equal("sum of both", i, ours[i], 2 * i);
  omp_target_memcpy(ours.data(), theirs, n * sizeof(int), 0, 0, host, device);
  for (int i = 0; i < n; ++i) oracle::equal("device", i, ours[i], -i);
  omp_target_free(theirs, device);
}

int main() {
  heap();
  stack_and_static();
  pages();
  list();
  device_memory();
  return oracle::verdict();
}
