#pragma omp begin declare target
int shared_value = 7;
static int scale(int x) { return x * 5; }
template <class T> T twice(T x) { return x + x; }
inline int offset(int x) {
  static int amount = 5;
  return x + amount;
}
__attribute__((noinline)) int helper(int x) {
  return scale(x) + twice(x) + offset(x) + shared_value;
}
#pragma omp end declare target
