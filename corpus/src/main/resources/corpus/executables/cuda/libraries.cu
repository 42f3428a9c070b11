// Libraries: PTX text that is loaded without a context, whose kernels are launched in two contexts. The functions
// are those of the driver API from release 12.0 on, which the program finds at run time, as programs do that are
// built for an earlier release.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"
#include <dlfcn.h>

constexpr int n = 300;
constexpr int threads = 64;
constexpr int blocks = (n + threads - 1) / threads;

constexpr int invalid_value = 1;
constexpr int invalid_context = 201;
constexpr int not_found = 500;
constexpr int not_supported = 801;
constexpr int max_dynamic_shared = 8;

// axpy(x, y, a, n): y += a * x + bias, where bias is a variable of the library.
static const char text[] = R"(
.version 6.0
.target sm_50
.address_size 64
.visible .global .align 8 .f64 bias = 0d3FE0000000000000;
.visible .entry axpy(.param .u64 x, .param .u64 y, .param .f64 a, .param .u32 n)
{
  .reg .pred %p;
  .reg .b32 %r<6>;
  .reg .f64 %d<6>;
  .reg .b64 %a<6>;
  ld.param.u64 %a0, [x];
  ld.param.u64 %a1, [y];
  ld.param.f64 %d0, [a];
  ld.param.u32 %r0, [n];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.s32 %p, %r4, %r0;
  @%p bra done;
  mul.wide.s32 %a2, %r4, 8;
  add.s64 %a3, %a0, %a2;
  add.s64 %a4, %a1, %a2;
  ld.global.f64 %d1, [%a3];
  ld.global.f64 %d2, [%a4];
  fma.rn.f64 %d3, %d0, %d1, %d2;
  ld.global.f64 %d4, [bias];
  add.f64 %d5, %d3, %d4;
  st.global.f64 [%a4], %d5;
done:
  ret;
}
)";

__global__ void twice(double *x, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    x[i] *= 2;
}

static void *driver;

// A function of the driver with these parameters.
template <class... T> auto function(const char *name) {
  return reinterpret_cast<int (*)(T...)>(dlsym(driver, name));
}

static void is(const char *name, int got, int expected) { oracle::equal<int>(name, 0, got, expected); }

static int load(void **library, const char *code, int *options = nullptr, unsigned count = 0) {
  void *values[] = {nullptr};
  auto load_data = function<void **, const void *, int *, void **, unsigned, int *, void **, unsigned>("cuLibraryLoadData");
  return load_data(library, code, nullptr, nullptr, 0, options, values, count);
}

static int global(void **place, std::size_t *size, void *library, const char *name) {
  return function<void **, std::size_t *, void *, const char *>("cuLibraryGetGlobal")(place, size, library, name);
}

static void *query(void *library) {
  void *kernel = nullptr, *listed = nullptr, *of = nullptr;
  unsigned count = 0;
  std::size_t offset = 0, size = 0;
  const char *name = nullptr;
  auto get_kernel = function<void **, void *, const char *>("cuLibraryGetKernel");
  is("cuLibraryGetKernel", get_kernel(&kernel, library, "axpy"), cudaSuccess);
  is("cuLibraryGetKernel of no kernel", get_kernel(&of, library, "bias"), not_found);
  is("cuLibraryGetKernelCount", function<unsigned *, void *>("cuLibraryGetKernelCount")(&count, library), cudaSuccess);
  oracle::equal("kernels", 0, count, 1u);
  is("cuLibraryEnumerateKernels", function<void **, unsigned, void *>("cuLibraryEnumerateKernels")(&listed, 1, library),
     cudaSuccess);
  oracle::equal<int>("the same kernel", 0, listed == kernel, 1);
  is("cuKernelGetName", function<const char **, void *>("cuKernelGetName")(&name, kernel), cudaSuccess);
  oracle::equal<int>("name", 0, name[3], 'y');
  auto parameter = function<void *, std::size_t, std::size_t *, std::size_t *>("cuKernelGetParamInfo");
  is("cuKernelGetParamInfo", parameter(kernel, 3, &offset, &size), cudaSuccess);
  oracle::equal<int>("offset", 0, offset, 24);
  oracle::equal<int>("size", 0, size, 4);
  is("cuKernelGetParamInfo of none", parameter(kernel, 4, &offset, &size), invalid_value);
  is("cuLibraryGetModule without a context", function<void **, void *>("cuLibraryGetModule")(&of, library),
     invalid_context);
  return kernel;
}

static void options() {
  void *library = nullptr;
  int table[] = {0}, unknown[] = {2}, preserved[] = {1};
  is("a table of host functions", load(&library, text, table, 1), not_supported);
  is("an unknown option", load(&library, text, unknown, 1), invalid_value);
  is("a preserved image", load(&library, text, preserved, 1), cudaSuccess);
  is("cuLibraryUnload", function<void *>("cuLibraryUnload")(library), cudaSuccess);
}

static int launch(void *kernel, double *x, double *y, double a, cudaStream_t stream = nullptr) {
  int count = n;
  void *parameters[] = {&x, &y, &a, &count};
  auto launch_kernel = function<void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                cudaStream_t, void **, void **>("cuLaunchKernel");
  return launch_kernel(kernel, blocks, 1, 1, threads, 1, 1, 0, stream, parameters, nullptr);
}

static double host_x[n], host_y[n];

// Two launches with the bias of this context.
static void run(void *library, void *kernel, double bias) {
  double *x = nullptr, *y = nullptr;
  void *place = nullptr;
  std::size_t size = 0;
  is("cuLibraryGetGlobal", global(&place, &size, library, "bias"), cudaSuccess);
  oracle::equal<int>("size of bias", 0, size, 8);
  is("cuLibraryGetGlobal of a name that is absent", global(&place, &size, library, "absent"), not_found);
  is("cuLibraryGetGlobal", global(&place, nullptr, library, "bias"), cudaSuccess);
  if (bias != 0.5)
    is("cudaMemcpy", cudaMemcpy(place, &bias, sizeof bias, cudaMemcpyHostToDevice), cudaSuccess);
  is("cudaMalloc", allocate(&x, n), cudaSuccess);
  is("cudaMalloc", allocate(&y, n), cudaSuccess);
  is("cudaMemcpy", cudaMemcpy(x, host_x, sizeof host_x, cudaMemcpyHostToDevice), cudaSuccess);
  is("cudaMemset", cudaMemset(y, 0, sizeof host_y), cudaSuccess);
  is("cuLaunchKernel", launch(kernel, x, y, 2), cudaSuccess);
  is("cuLaunchKernel", launch(kernel, x, y, 3), cudaSuccess);
  is("cudaMemcpy", cudaMemcpy(host_y, y, sizeof host_y, cudaMemcpyDeviceToHost), cudaSuccess);
  for (int i = 0; i < n; i++)
    oracle::equal("y", i, host_y[i], 5 * host_x[i] + 2 * bias);
  is("cudaFree", cudaFree(x), cudaSuccess);
  is("cudaFree", cudaFree(y), cudaSuccess);
}

// What a kernel has set for a device is what its functions have.
static void attributes(void *kernel) {
  void *found = nullptr;
  int bytes = 0;
  auto set = function<int, int, void *, int>("cuKernelSetAttribute");
  is("cuKernelSetAttribute", set(max_dynamic_shared, 4096, kernel, 0), cudaSuccess);
  is("cuKernelSetAttribute of what is only read", set(0, 1, kernel, 0), invalid_value);
  is("cuKernelGetFunction", function<void **, void *>("cuKernelGetFunction")(&found, kernel), cudaSuccess);
  is("cuFuncGetAttribute", function<int *, int, void *>("cuFuncGetAttribute")(&bytes, max_dynamic_shared, found),
     cudaSuccess);
  oracle::equal("dynamic shared memory", 0, bytes, 4096);
}

int main() {
  void *library = nullptr, *context = nullptr;
  double *x = nullptr;
  driver = dlopen("libcuda.so.1", RTLD_NOW);
  for (int i = 0; i < n; i++)
    host_x[i] = i * 0.25;
  is("cuInit", function<unsigned>("cuInit")(0), cudaSuccess);
  is("cuLibraryLoadData", load(&library, text), cudaSuccess);
  options();
  void *kernel = query(library);
  is("cuCtxCreate", function<void **, unsigned, int>("cuCtxCreate_v2")(&context, 0, 0), cudaSuccess);
  run(library, kernel, 4);
  is("cuCtxDestroy", function<void *>("cuCtxDestroy_v2")(context), cudaSuccess);
  is("cudaMalloc", allocate(&x, n), cudaSuccess);
  is("cudaMemset", cudaMemset(x, 0, sizeof host_x), cudaSuccess);
  twice<<<blocks, threads>>>(x, n);
  is("cudaFree", cudaFree(x), cudaSuccess);
  run(library, kernel, 0.5);
  attributes(kernel);
  is("cuLibraryUnload", function<void *>("cuLibraryUnload")(library), cudaSuccess);
  return oracle::verdict();
}
