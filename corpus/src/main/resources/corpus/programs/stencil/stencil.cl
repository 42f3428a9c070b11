// The target region of stencil.cpp for OpenCL devices, written by hand: a three-point stencil over an array whose ends stay.
// The kernel takes the map operands in their order.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

__kernel void __omp_offloading_fe00_21c896_main_l7(__global double *after, __global const double *before) {
  for (int i = 1 + get_global_id(0); i < 1999; i += get_global_size(0))
    after[i] = 0.25 * before[i - 1] + 0.5 * before[i] + 0.25 * before[i + 1];
}
