// zaxpy's target region for OpenCL devices, written by hand: no LLVM release compiles OpenMP to
// OpenCL C. The kernel bears the entry's name and takes what the region's map operands give it, in
// their order; it needs no OpenMP device runtime.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

double boxed(double x) { return copysign(isinf(x) ? 1.0 : 0.0, x); }

double zero_unless_number(double x) { return isnan(x) ? copysign(0.0, x) : x; }

// Recovers the infinities of a product that came out as NaN in both parts: C11, G.5.1, example 1.
double2 recover(double2 z, double2 w, double2 product) {
  bool unbounded = false;
  double2 p = z, q = w;
  if (isinf(p.x) || isinf(p.y)) {
    p = (double2)(boxed(p.x), boxed(p.y));
    q = (double2)(zero_unless_number(q.x), zero_unless_number(q.y));
    unbounded = true;
  }
  if (isinf(q.x) || isinf(q.y)) {
    q = (double2)(boxed(q.x), boxed(q.y));
    p = (double2)(zero_unless_number(p.x), zero_unless_number(p.y));
    unbounded = true;
  }
  if (!unbounded && (isinf(z.x * w.x) || isinf(z.y * w.y) || isinf(z.x * w.y) || isinf(z.y * w.x))) {
    p = (double2)(zero_unless_number(p.x), zero_unless_number(p.y));
    q = (double2)(zero_unless_number(q.x), zero_unless_number(q.y));
    unbounded = true;
  }
  if (!unbounded) return product;
  return (double2)(INFINITY * (p.x * q.x - p.y * q.y), INFINITY * (p.x * q.y + p.y * q.x));
}

double2 multiply(double2 z, double2 w) {
  double2 product = (double2)(z.x * w.x - z.y * w.y, z.y * w.x + z.x * w.y);
  return isnan(product.x) && isnan(product.y) ? recover(z, w, product) : product;
}

__kernel void __omp_offloading_fe00_20c047__Z5zaxpyPSt7complexIdES1_S0_m_l5(
    const ulong n, __global double2 *y, __global const double2 *d, __global const double2 *x) {
  for (ulong i = get_global_id(0); i < n; i += get_global_size(0))
    y[i] = multiply(*d, x[i]) + y[i];
}
