// The target region of bitonic.cpp for OpenCL devices, written by hand: the exchanges of one step of a bitonic sort.
// The kernel takes the map operands in their order.
__kernel void __omp_offloading_fe00_222919_main_l10(ulong steps, __global int *keys, ulong stages) {
  const int step = (int)steps, stage = (int)stages;
  for (int i = get_global_id(0); i < 512; i += get_global_size(0)) {
    const int low = (i >> step << (step + 1)) | (i & ((1 << step) - 1));
    const int high = low | 1 << step;
    const int a = keys[low], b = keys[high];
    if ((a > b) != (low >> (stage + 1) & 1)) {
      keys[low] = b;
      keys[high] = a;
    }
  }
}
