// The target region of search.cpp for OpenCL devices, written by hand: the places at which a text contains a pattern.
// The kernel takes the map operands in their order.
__kernel void __omp_offloading_fe00_21c897_main_l9(
    __global const int *text, __global const int *pattern, __global int *found) {
  for (int i = get_global_id(0); i <= 3000 - 4; i += get_global_size(0)) {
    int equal = 1;
    for (int k = 0; k < 4; ++k) equal &= text[i + k] == pattern[k];
    found[i] = equal;
  }
}
