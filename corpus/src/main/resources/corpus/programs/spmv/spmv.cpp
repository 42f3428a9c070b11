#include <cstdio>
constexpr int ROWS = 504, ENTRIES = 2016;
static int row[ROWS + 1], column[ENTRIES];
static double value[ENTRIES], x[ROWS], y[ROWS];
int main() {
  for (int i = 0; i < ROWS; ++i)
    row[i + 1] = row[i] + 1 + i % 7;
  for (int k = 0; k < ENTRIES; ++k) {
    column[k] = (k * 37 + 11) % ROWS;
    value[k] = k % 5 - 2;
  }
  for (int i = 0; i < ROWS; ++i)
    x[i] = i;
#pragma omp target teams distribute parallel for map(to : row, column, value, x) map(tofrom : y)
  for (int i = 0; i < ROWS; ++i) {
    double sum = value[row[i]] * x[column[row[i]]];
    for (int k = row[i] + 1; k < row[i + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
  std::printf("%g\n", y[1]);
}
