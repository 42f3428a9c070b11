#pragma omp declare target
int counter = 3;
static int hidden_counter = 4;
const int table[4] = {1, 2, 3, 4};
int twice(int x) { return 2 * x + hidden_counter; }
#pragma omp end declare target

int linked[64];
#pragma omp declare target link(linked)

#pragma omp declare target
static int step(int x) { return x + table[x & 3]; }
#pragma omp end declare target

int sum(int n, const int *values) {
    int result = 0;
#pragma omp target teams distribute parallel for map(to : values[0 : n]) reduction(+ : result)
    for (int i = 0; i < n; i++)
        result += twice(values[i]);
#pragma omp target map(tofrom : result)
    { result += counter + hidden_counter; }
#pragma omp target map(always, tofrom : linked[0 : 64])
    { linked[0] = step(result); }
    return result;
}
