// The target region of dot.cpp for OpenCL devices, written by hand: a dot product of integers, by a reduction over all threads of all teams.
// The kernel takes the map operands in their order.
__kernel void __omp_offloading_fe00_2184c6_main_l10(__global int *total, __global const int *x, __global const int *y) {
  int sum = 0;
  for (int i = get_global_id(0); i < 4096; i += get_global_size(0))
    sum += x[i] * y[i];
  atomic_add(total, sum);
}
