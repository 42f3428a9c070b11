// Structures of a length and items, mapped by a mapper that follows the pointer.
#include "executables/oracle.hpp"

struct Span {
  int length;
  int *items;
};
#pragma omp declare mapper(whole : Span s) map(s, s.items[0 : s.length])

static void mapped() {
  int items[2][6] = {{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};
  Span spans[2] = {{6, items[0]}, {6, items[1]}};
#pragma omp target map(mapper(whole), tofrom : spans[0 : 2])
  for (int i = 0; i < spans[1].length; ++i) spans[1].items[i] += spans[0].items[i];
  for (int i = 0; i < 6; ++i) oracle::equal("items", i, items[1][i], 8 + 2 * i);
  oracle::equal("pointer", 0, spans[1].items == items[1], true);
#pragma omp target enter data map(mapper(whole), to : spans[0])
  items[0][5] = -1;
#pragma omp target update to(mapper(whole) : spans[0])
#pragma omp target exit data map(mapper(whole), from : spans[0])
  oracle::equal("updated", 5, items[0][5], -1);
}

int main() {
  mapped();
  return oracle::verdict();
}
