// The target region of nbody.cpp for OpenCL devices, written by hand: accelerations of bodies by the gravity of all others, with divisions and square roots.
// The kernel takes the map operands in their order.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

__kernel void __omp_offloading_fe00_26c0a4_main_l11(__global const double *x, __global const double *y, __global const double *mass, __global double *ax, __global double *ay) {
  for (int i = get_global_id(0); i < 128; i += get_global_size(0)) {
    double sumx = 0, sumy = 0;
    for (int k = 0; k < 128; ++k) {
      const double dx = x[k] - x[i], dy = y[k] - y[i];
      const double r2 = dx * dx + dy * dy + 0.25;
      const double f = mass[k] / (r2 * sqrt(r2));
      sumx += f * dx;
      sumy += f * dy;
    }
    ax[i] = sumx;
    ay[i] = sumy;
  }
}
