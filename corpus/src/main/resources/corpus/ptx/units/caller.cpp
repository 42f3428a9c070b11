// One of two units that call each other's functions on the device; callee.cpp is the other.
#pragma omp begin declare target
extern int shared_value;
int helper(int x);
static int scale(int x) { return x * 3; }
template <class T> T twice(T x) { return x + x; }
inline int offset(int x) {
  static int amount = 5;
  return x + amount;
}
int (*volatile pointer)(int) = helper;
#pragma omp end declare target

void f(int *r, int n) {
#pragma omp target teams distribute parallel for map(from : r[0 : n])
  for (int i = 0; i < n; i++)
    r[i] = helper(i) + scale(i) + twice(i) + offset(i) + shared_value + pointer(i);
}
