// The target region of montecarlo.cpp for OpenCL devices, written by hand: points in a quarter of a circle and the mean of an exponential, drawn by a counter-based generator.
// The kernel takes the map operands in their order.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

double unit(ulong seed, ulong index) {
  ulong z = seed + (index + 1) * 0x9e3779b97f4a7c15UL;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9UL;
  z = (z ^ z >> 27) * 0x94d049bb133111ebUL;
  return ((z ^ z >> 31) >> 11) * 0x1p-53;
}

__kernel void __omp_offloading_fe00_2583b8_main_l18(__global const long *seed, __global int *hits, __global float *decay) {
  for (int i = get_global_id(0); i < 256; i += get_global_size(0)) {
    int inside = 0;
    double sum = 0;
    for (int k = 0; k < 32; ++k) {
      const ulong at = 2ul * (i * 32 + k);
      const double x = unit(seed[0], at), y = unit(seed[0], at + 1);
      inside += x * x + y * y < 1;
      sum += exp(-2 * (float)x);
    }
    hits[i] = inside;
    decay[i] = (float)(sum / 32);
  }
}
