// Declare target variables whose construction and destruction is code.
#pragma omp declare target
extern "C" int seed(void);
struct Counter {
  int start;
  Counter(int n) : start(n + seed()) {}
  ~Counter();
};
struct Plain {
  int start;
  Plain() : start(seed()) {}
};
Counter counter(3);
Plain plain;
#pragma omp end declare target

int next(int n) {
  int result = 0;
#pragma omp target map(from : result)
  result = n + counter.start + plain.start;
  return result;
}
