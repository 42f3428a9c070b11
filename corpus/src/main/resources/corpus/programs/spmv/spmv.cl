// The target region of spmv.cpp for OpenCL devices, written by hand: a sparse matrix in CSR form times a vector, a row by each thread.
// The kernel takes the map operands in their order.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

__kernel void __omp_offloading_fe00_2184c7_main_l14(__global const double *value, __global const int *row, __global const double *x, __global const int *column, __global double *y) {
  for (int i = get_global_id(0); i < 504; i += get_global_size(0)) {
    double sum = value[row[i]] * x[column[row[i]]];
    for (int k = row[i] + 1; k < row[i + 1]; ++k) sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}
