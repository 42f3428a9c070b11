// Stores one element too many, in a function that optimisation inlines.
static void put(int *x, int i) {
    x[i] = i;
}

void fill(int *x, int n) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
    for (int i = 0; i <= n; i++)
        put(x, i);
}
