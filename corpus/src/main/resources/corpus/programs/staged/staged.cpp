// Two teams turn their share of an array around, through memory that the launch adds to each team.
#include <omp.h>

#pragma omp begin declare target device_type(nohost)
extern "C" void *llvm_omp_target_dynamic_shared_alloc();
#pragma omp end declare target

static int x[128];

int main() {
  for (int i = 0; i < 128; ++i)
    x[i] = i;
#pragma omp target teams num_teams(2) thread_limit(64) ompx_dyn_cgroup_mem(256) map(tofrom : x)
  {
#ifdef __NVPTX__
    int *tile = static_cast<int *>(llvm_omp_target_dynamic_shared_alloc());
#else
    int tile[64];
#endif
    int *share = x + 64 * omp_get_team_num();
#pragma omp parallel for
    for (int i = 0; i < 64; ++i)
      tile[i] = share[i];
#pragma omp parallel for
    for (int i = 0; i < 64; ++i)
      share[i] = tile[63 - i];
  }
  return x[0] != 63;
}
