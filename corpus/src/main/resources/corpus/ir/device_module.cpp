// What the compilation for a device has to export: a target region, variables of each clause, an
// indirect function, a global that is constructed; and what it keeps to itself.
extern "C" int omp_get_thread_num(void);

#pragma omp begin declare target
int counter = 7;
static int step = 3;
int twice(int x) { return 2 * x + step; }
struct Table {
  int value;
  Table() : value(counter) {}
  ~Table() { counter = value; }
};
Table table;
#pragma omp end declare target

int shared = 5;
#pragma omp declare target link(shared)

#pragma omp begin declare target indirect
int next(int x) { return x + 1; }
#pragma omp end declare target

int region(int n, int (*f)(int)) {
  int sum = 0;
#pragma omp target map(tofrom : sum)
  sum = twice(n) + f(n) + table.value + counter + shared + omp_get_thread_num();
  return sum;
}
