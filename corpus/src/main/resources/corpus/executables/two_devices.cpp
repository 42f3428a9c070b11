// The same array on two devices, each with its own value; a copy from one to the other; a variable
// of which each has its own.
#include "executables/oracle.hpp"
#include <omp.h>
#include <vector>

#pragma omp declare target
int own = 5;
#pragma omp end declare target

int main() {
  const int n = 150, devices = omp_get_num_devices();
  oracle::holds(devices == 2, "devices", devices, "2");
  if (devices != 2) return oracle::verdict();
  std::vector<int> first(n), second(n, -1);
  for (int i = 0; i < n; ++i) first[i] = i;
  int *from = static_cast<int *>(omp_target_alloc(n * sizeof(int), 0));
  int *to = static_cast<int *>(omp_target_alloc(n * sizeof(int), 1));
  const int host = omp_get_initial_device();
  int failed = omp_target_memcpy(from, first.data(), n * sizeof(int), 0, 0, 0, host);
  oracle::equal("copy to a device", 0, failed, 0);
#pragma omp target teams distribute parallel for device(0) is_device_ptr(from)
  for (int i = 0; i < n; ++i) from[i] = from[i] * 7 + own;
  failed = omp_target_memcpy(to, from, n * sizeof(int), 0, 0, 1, 0);
  oracle::equal("copy between devices", 0, failed, 0);
#pragma omp target device(1)
  own = 11;
#pragma omp target teams distribute parallel for device(1) is_device_ptr(to)
  for (int i = 0; i < n; ++i) to[i] += own;
  failed = omp_target_memcpy(second.data(), to, n * sizeof(int), 0, 0, host, 1);
  oracle::equal("copy from a device", 1, failed, 0);
  int value[2] = {0, 0};
  for (int d = 0; d < 2; ++d) {
#pragma omp target device(d) map(from : value[d : 1])
    value[d] = own;
  }
  oracle::equal("variable of device", 0, value[0], 5);
  oracle::equal("variable of device", 1, value[1], 11);
  for (int i = 0; i < n; ++i) oracle::equal("element", i, second[i], i * 7 + 5 + 11);
  omp_target_free(from, 0);
  omp_target_free(to, 1);
  return oracle::verdict();
}
