// Launches the kernels of peer_kernels.cl on the first OpenCL device there is, as PeerKernel does on
// the simulated GPU, and prints a line for each launch:
//
//   name,kernel,repetition,wall seconds,CPU seconds of all threads,1 if the result is right,0
//
//   peer_launches NAME SOURCE REPETITIONS WARM-UPS
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAXPY, MATMUL_NAIVE, MATMUL_TILED, REDUCE, HISTOGRAM, NBODY, MANDELBROT, HASHES, MATRIX_VECTOR, KERNELS };

static const char *const names[KERNELS] = {
    "saxpy", "matmul_naive", "matmul_tiled", "reduce", "histogram", "nbody", "mandelbrot", "hashes",
    "matrix_vector"};

static const cl_uint vector = 1u << 20, matrix = 256, bodies = 2048, side = 512, iterations = 256,
                     teams = 8, hashes = 1u << 17, rows = 1024;
static const cl_float factor = 2.5f;

struct launch {
    int kernel, dimensions;
    size_t global[2], local[2];
    size_t inputs, second_inputs, outputs; // elements of 4 bytes
};

static const struct launch launches[KERNELS] = {
    {SAXPY, 1, {1u << 20}, {256}, 1u << 20, 0, 1u << 20},
    {MATMUL_NAIVE, 2, {256, 256}, {16, 16}, 65536, 65536, 65536},
    {MATMUL_TILED, 2, {256, 256}, {16, 16}, 65536, 65536, 65536},
    {REDUCE, 1, {1u << 20}, {256}, 1u << 20, 0, 1},
    {HISTOGRAM, 1, {65536}, {256}, 1u << 20, 0, 256},
    {NBODY, 1, {2048}, {128}, 4 * 2048, 0, 4 * 2048},
    {MANDELBROT, 2, {512, 512}, {16, 16}, 1, 0, 512 * 512},
    {HASHES, 1, {8}, {1}, 8u << 17, 0, 8u << 17},
    {MATRIX_VECTOR, 1, {8}, {1}, 1u << 20, 1024, 1024},
};

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

static void check(cl_int status, const char *call) {
    if (status != CL_SUCCESS) {
        fprintf(stderr, "peer_launches: %s answered %d\n", call, status);
        exit(1);
    }
}

static cl_uint state = 12345;

static cl_uint next(void) {
    state = state * 1664525u + 1013904223u;
    return state;
}

static void *fill(size_t count, int bytes) {
    cl_uint *values = malloc(4 * count);
    for (size_t i = 0; i < count; i++) {
        if (bytes) {
            values[i] = next() >> 24;
        } else {
            float value = (float)(next() >> 8) / 16777216.0f;
            memcpy(&values[i], &value, 4);
        }
    }
    return values;
}

// Sums of products may be rounded in another order, or once less often, than on a GPU.
static int right(int kernel, const float *x, const float *second, const float *out) {
    const cl_uint *numbers = (const cl_uint *)x, *result = (const cl_uint *)out;
    switch (kernel) {
    case SAXPY:
        for (size_t i = 0; i < vector; i++)
            if (fabsf(out[i] - (factor * x[i] + 1.0f)) > 1e-5f) return 0;
        return 1;
    case MATMUL_NAIVE:
    case MATMUL_TILED:
        for (size_t at = 0; at < matrix * matrix; at += 997) {
            double sum = 0;
            for (size_t k = 0; k < matrix; k++)
                sum += (double)x[at / matrix * matrix + k] * second[k * matrix + at % matrix];
            if (fabs(sum - out[at]) > 1e-2) return 0;
        }
        return 1;
    case REDUCE: {
        cl_uint sum = 0;
        for (size_t i = 0; i < vector; i++) sum += numbers[i];
        return sum == result[0];
    }
    case HISTOGRAM: {
        cl_uint bins[256] = {0};
        for (size_t i = 0; i < vector; i++) bins[numbers[i]]++;
        return memcmp(bins, result, sizeof bins) == 0;
    }
    case NBODY:
        for (size_t i = 0; i < bodies; i += 64) {
            double sum = 0;
            for (size_t j = 0; j < bodies; j++) {
                double square = 0.01f;
                for (int axis = 0; axis < 3; axis++) {
                    double distance = (double)x[4 * j + axis] - x[4 * i + axis];
                    square += distance * distance;
                }
                sum += x[4 * j + 3] * ((double)x[4 * j] - x[4 * i]) / (square * sqrt(square));
            }
            if (fabs(out[4 * i] - sum) > 1e-3 * fmax(1, fabs(sum))) return 0;
        }
        return 1;
    case HASHES: {
        cl_uint hash = 0;
        for (size_t i = 0; i < teams * hashes; i++) {
            hash = ((i % hashes == 0 ? 2166136261u : hash) ^ numbers[i]) * 16777619u;
            if (result[i] != hash) return 0;
        }
        return 1;
    }
    case MATRIX_VECTOR:
        for (size_t i = 0; i < rows; i++) {
            double sum = 0;
            for (size_t j = 0; j < rows; j++) sum += (double)x[i * rows + j] * second[j];
            if (fabs(sum - out[i]) > 1e-1) return 0;
        }
        return 1;
    default: { // pixels whose iterations differ by a rounding are few
        unsigned long long sum = 0;
        for (size_t i = 0; i < side * side; i++) sum += result[i];
        return fabs(sum - 12475415.0) < 1e-3 * 12475415.0;
    }
    }
}

static void argument(cl_kernel kernel, cl_uint *index, size_t size, const void *value) {
    check(clSetKernelArg(kernel, (*index)++, size, value), "clSetKernelArg");
}

static void scalars(cl_kernel kernel, int which, cl_uint *index) {
    switch (which) {
    case SAXPY:
        argument(kernel, index, 4, &vector);
        argument(kernel, index, 4, &factor);
        break;
    case MATMUL_NAIVE:
    case MATMUL_TILED: argument(kernel, index, 4, &matrix); break;
    case REDUCE:
    case HISTOGRAM: argument(kernel, index, 4, &vector); break;
    case NBODY: argument(kernel, index, 4, &bodies); break;
    case HASHES: argument(kernel, index, 4, &hashes); break;
    case MATRIX_VECTOR: argument(kernel, index, 4, &rows); break;
    default:
        argument(kernel, index, 4, &side);
        argument(kernel, index, 4, &side);
        argument(kernel, index, 4, &iterations);
    }
}

static cl_mem input(cl_context context, size_t count, void *values) {
    cl_int status;
    cl_mem memory =
        clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 4 * count, values, &status);
    check(status, "clCreateBuffer");
    return memory;
}

static void measure(const char *name, cl_context context, cl_command_queue queue, cl_program program,
                    const struct launch *launch, int repetitions, int warmups) {
    cl_int status;
    cl_kernel kernel = clCreateKernel(program, names[launch->kernel], &status);
    check(status, "clCreateKernel");
    state = 12345;
    float *x = fill(launch->inputs, launch->kernel == REDUCE || launch->kernel == HISTOGRAM || launch->kernel == HASHES);
    float *second = fill(launch->second_inputs, 0);
    float *out = malloc(4 * launch->outputs);
    cl_uint index = 0;
    scalars(kernel, launch->kernel, &index);
    if (launch->kernel != MANDELBROT) {
        cl_mem memory = input(context, launch->inputs, x);
        argument(kernel, &index, sizeof memory, &memory);
    }
    if (launch->second_inputs > 0) {
        cl_mem memory = input(context, launch->second_inputs, second);
        argument(kernel, &index, sizeof memory, &memory);
    }
    cl_mem result = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * launch->outputs, NULL, &status);
    check(status, "clCreateBuffer");
    argument(kernel, &index, sizeof result, &result);
    for (int repetition = -warmups; repetition < repetitions; repetition++) {
        for (size_t i = 0; i < launch->outputs; i++) out[i] = launch->kernel == SAXPY ? 1.0f : 0.0f;
        check(clEnqueueWriteBuffer(queue, result, CL_TRUE, 0, 4 * launch->outputs, out, 0, NULL, NULL),
              "clEnqueueWriteBuffer");
        double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
        check(clEnqueueNDRangeKernel(queue, kernel, launch->dimensions, NULL, launch->global, launch->local, 0,
                                     NULL, NULL),
              "clEnqueueNDRangeKernel");
        check(clFinish(queue), "clFinish");
        wall = seconds(CLOCK_MONOTONIC) - wall;
        cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        check(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, 4 * launch->outputs, out, 0, NULL, NULL),
              "clEnqueueReadBuffer");
        if (repetition >= 0) {
            printf("%s,%s,%d,%.6f,%.6f,%d,0\n", name, names[launch->kernel], repetition, wall, cpu,
                   right(launch->kernel, x, second, out));
            fflush(stdout);
        }
    }
}

int main(int count, char **arguments) {
    if (count != 5) {
        fprintf(stderr, "usage: peer_launches NAME SOURCE REPETITIONS WARM-UPS\n");
        return 2;
    }
    static char source[1 << 20];
    FILE *file = fopen(arguments[2], "r");
    if (file == NULL) {
        perror(arguments[2]);
        return 1;
    }
    fread(source, 1, sizeof source - 1, file);
    fclose(file);
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    const char *text = source;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    for (int i = 0; i < KERNELS; i++)
        measure(arguments[1], context, queue, program, &launches[i], atoi(arguments[3]), atoi(arguments[4]));
    return 0;
}
