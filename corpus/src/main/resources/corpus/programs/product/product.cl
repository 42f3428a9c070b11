// The target region of product.cpp for OpenCL devices, written by hand: a product of square matrices, each element by one thread.
// The kernel takes the map operands in their order.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

__kernel void __omp_offloading_fe00_21c898_main_l9(__global const double *a, __global const double *b, __global double *c) {
  for (int i = get_global_id(0); i < 1024; i += get_global_size(0)) {
    double sum = a[i / 32 * 32] * b[i % 32];
    for (int k = 1; k < 32; ++k) sum += a[i / 32 * 32 + k] * b[k * 32 + i % 32];
    c[i] = sum;
  }
}
