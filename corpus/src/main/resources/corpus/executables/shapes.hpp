// Objects of several classes with a virtual function, each in a place of the same size.
#pragma once
#include "executables/oracle.hpp"
#include <new>
#include <vector>

#pragma omp begin declare target
struct Shape {
  long width;
  virtual long area() const = 0;
};

struct Square : Shape {
  long area() const override { return width * width; }
};

struct Cube : Square {
  long area() const override { return 6 * Square::area(); }
};

struct Rectangle : Shape {
  long height;
  long area() const override { return width * height; }
};

struct Place {
  alignas(Rectangle) unsigned char bytes[sizeof(Rectangle)];
};

// Rectangles, cubes and squares by turns.
inline void make(Place *place, int i) {
  switch (i % 3) {
  case 0: {
    auto *made = new (place->bytes) Rectangle;
    made->width = i;
    made->height = i + 7;
    break;
  }
  case 1:
    (new (place->bytes) Cube)->width = i;
    break;
  default:
    (new (place->bytes) Square)->width = i;
  }
}

inline const Shape *shape(const Place *place) { return reinterpret_cast<const Shape *>(place->bytes); }
#pragma omp end declare target

inline long expected(long i) {
  const long areas[] = {i * (i + 7), 6 * i * i, i * i};
  return areas[i % 3];
}
