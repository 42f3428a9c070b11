// An object with virtual functions, which a target region calls. The tables of the functions are in
// the unit that defines them.
#pragma omp begin declare target
struct Base {
  virtual int twice(int n);
};
struct Derived : Base {
  int twice(int n) override;
};
#pragma omp end declare target

int call() {
  Derived derived;
  int result = 0;
#pragma omp target data map(to : derived)
#pragma omp target map(from : result) map(to : derived)
  result = derived.twice(3);
  return result;
}
