// The contract program in OpenCL C; see ContractProgram.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void store_index(global uint *out) {
    size_t i = get_global_id(0);
    out[i] = (uint)i;
}

kernel void store_position(global uint *out) {
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t linear = x + get_global_size(0) * (y + get_global_size(1) * z);
    out[linear] = (uint)(x + 256 * y + 65536 * z);
}

kernel void add_value(global long *out, global const long *in, long value, uint count) {
    size_t i = get_global_id(0);
    if (i < count)
        out[i] = in[i] + value;
}

kernel void scale(global double *data, double factor) {
    data[get_global_id(0)] *= factor;
}

kernel void reverse_group(global uint *data) {
    local uint group[256];
    size_t l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
    group[l] = data[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[i] = group[n - 1 - l];
}
