// The target region of tiled.cpp for OpenCL devices, written by hand: a product of square matrices, a tile by each team, with tiles of the factors in memory that the team shares.
// The kernel takes the map operands in their order.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

__kernel void __omp_offloading_fe00_2184c9_main_l9(__global const double *a, __global const double *b, __global double *c) {
  __local double left[256], right[256], sums[256];
  for (int tile = get_group_id(0); tile < 16; tile += get_num_groups(0)) {
    const int row = tile / 4 * 16, column = tile % 4 * 16;
    for (int from = 0; from < 64; from += 16) {
      for (int i = get_local_id(0); i < 256; i += get_local_size(0)) {
        left[i] = a[(row + i / 16) * 64 + from + i % 16];
        right[i] = b[(from + i / 16) * 64 + column + i % 16];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = get_local_id(0); i < 256; i += get_local_size(0)) {
        double sum = from == 0 ? 0 : sums[i];
        for (int k = 0; k < 16; ++k) sum += left[i / 16 * 16 + k] * right[k * 16 + i % 16];
        sums[i] = sum;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = get_local_id(0); i < 256; i += get_local_size(0))
      c[(row + i / 16) * 64 + column + i % 16] = sums[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
