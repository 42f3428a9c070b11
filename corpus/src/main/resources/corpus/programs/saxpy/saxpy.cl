// The target region of saxpy.cpp for OpenCL devices, written by hand: a scaled vector added to another, single precision.
// The kernel takes the map operands in their order.
#pragma OPENCL FP_CONTRACT OFF

__kernel void __omp_offloading_fe00_21c894_main_l10(__global float *y, __global const float *a, __global const float *x) {
  for (int i = get_global_id(0); i < 2000; i += get_global_size(0))
    y[i] = a[0] * x[i] + y[i];
}
