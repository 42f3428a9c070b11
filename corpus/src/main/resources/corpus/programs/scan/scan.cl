// The target regions of scan.cpp for OpenCL devices, written by hand: prefix sums of integers, of tiles by a work-group each, then of the tiles.
// The kernels take the map operands in their order.
__kernel void __omp_offloading_fe00_222918_main_l10(__global const int *values, __global int *sums, __global int *totals) {
  __local int part[2 * 128];
  for (int tile = get_group_id(0); tile < 16; tile += get_num_groups(0)) {
    for (int i = get_local_id(0); i < 128; i += get_local_size(0)) part[i] = values[tile * 128 + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 1, from = 0; step < 128; step *= 2, from = 128 - from) {
      for (int i = get_local_id(0); i < 128; i += get_local_size(0))
        part[128 - from + i] = part[from + i] + (i < step ? 0 : part[from + i - step]);
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = get_local_id(0); i < 128; i += get_local_size(0)) sums[tile * 128 + i] = part[128 + i];
    if (get_local_id(0) == 0) totals[tile] = part[2 * 128 - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

__kernel void __omp_offloading_fe00_222918_main_l26(__global int *totals) {
  if (get_global_id(0) == 0)
    for (int tile = 1; tile < 16; ++tile) totals[tile] += totals[tile - 1];
}

__kernel void __omp_offloading_fe00_222918_main_l29(__global int *sums, __global const int *totals) {
  for (int i = 128 + get_global_id(0); i < 2048; i += get_global_size(0)) sums[i] += totals[i / 128 - 1];
}
