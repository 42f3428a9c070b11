// What programs of the async proxy share: addresses of shared memory, a barrier of the block, and the fence between the
// proxies, which `FAULT` 2 leaves out.
#ifndef FAULT
#define FAULT 0
#endif

__device__ inline unsigned shared(const void *generic) {
  unsigned address;
  asm("{ .reg .b64 at; cvta.to.shared.u64 at, %1; cvt.u32.u64 %0, at; }" : "=r"(address) : "l"(generic));
  return address;
}

__device__ inline void barrier() { asm volatile("bar.sync 0;" ::: "memory"); }

// Ordered before the accesses of the async proxy are stores of the generic one before the fence.
__device__ inline void proxy_fence() {
  if (FAULT != 2)
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
