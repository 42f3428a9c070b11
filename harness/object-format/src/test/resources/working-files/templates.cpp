namespace shapes {
struct Point { double x, y; };
#pragma omp declare target
Point origin = {0.5, 1.5};
template <typename T> T scale(T x) { return x * T(3); }
struct Base { virtual double area(double) const; virtual ~Base() {} };
double Base::area(double x) const { return x; }
#pragma omp end declare target
template <typename T> void fill(T *out, int n) {
#pragma omp target teams distribute parallel for map(from : out[0 : n]) nowait
  for (int i = 0; i < n; i++)
    out[i] = scale<T>(T(i)) + T(origin.x);
#pragma omp taskwait
}
}
template void shapes::fill<double>(double *, int);
template void shapes::fill<int>(int *, int);
extern "C" int sum(int n, const int *) {
  auto squares = new double[n];
  shapes::fill(squares, n);
  auto call = [=](int k) {
    int r = 0;
#pragma omp target map(tofrom : r)
    { r = k + 1; }
    return r;
  };
  int r = call(n) + int(squares[0]);
  delete[] squares;
  return r;
}
