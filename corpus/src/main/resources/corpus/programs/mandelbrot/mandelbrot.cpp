#include <cstdio>
constexpr int WIDTH = 24, HEIGHT = 16, LIMIT = 24;
static double origin[3];
static int counts[WIDTH * HEIGHT];
int main() {
  origin[0] = -2;
  origin[1] = -1;
  origin[2] = 0.125;
#pragma omp target teams distribute parallel for map(to : origin) map(tofrom : counts)
  for (int i = 0; i < WIDTH * HEIGHT; ++i) {
    const double re = origin[0] + i % WIDTH * origin[2], im = origin[1] + i / WIDTH * origin[2];
    double x = 0, y = 0;
    int count = 0;
    while (count < LIMIT) {
      const double next = x * x - y * y + re;
      y = x * y + y * x + im;
      x = next;
      if (!(x * x + y * y <= 4))
        break;
      ++count;
    }
    counts[i] = count;
  }
  std::printf("%d\n", counts[0]);
}
