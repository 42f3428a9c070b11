// Virtual functions of objects that the host makes and a region calls. The objects are mapped by name, so
// that a compiler knows whose tables of virtual functions the region needs.
#include "executables/shapes.hpp"

template <class Made> static void area(const char *name, Made made) {
  long result = -1;
#pragma omp target data map(to : made)
#pragma omp target map(to : made) map(from : result)
  {
    const Shape *shape = &made;
    result = shape->area();
  }
  oracle::equal(name, 0, result, static_cast<const Shape &>(made).area());
}

int main(int argc, char **) {
  Cube cube;
  cube.width = argc + 4;
  Rectangle rectangle;
  rectangle.width = argc + 6;
  rectangle.height = 9;
  area("cube", cube);
  area("rectangle", rectangle);
  return oracle::verdict();
}
