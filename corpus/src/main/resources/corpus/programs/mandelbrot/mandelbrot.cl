// The target region of mandelbrot.cpp for OpenCL devices, written by hand: steps after which points leave the Mandelbrot set, by iterations that diverge within a warp.
// The kernel takes the map operands in their order.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

__kernel void __omp_offloading_fe00_2184e5_main_l9(__global const double *origin, __global int *counts) {
  for (int i = get_global_id(0); i < 384; i += get_global_size(0)) {
    const double re = origin[0] + i % 24 * origin[2], im = origin[1] + i / 24 * origin[2];
    double x = 0, y = 0;
    int count = 0;
    while (count < 24) {
      const double next = x * x - y * y + re;
      y = x * y + y * x + im;
      x = next;
      if (!(x * x + y * y <= 4)) break;
      ++count;
    }
    counts[i] = count;
  }
}
