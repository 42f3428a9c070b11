// Opens and closes libraries in turn while another is open, so that each comes to lie where one was
// before. The argument is the library's file.
#include "executables/reopened_library/copies.hpp"

int main(int, char **arguments) {
  Copy first(arguments[1], "first"), second(arguments[1], "second"), third(arguments[1], "third");
  void *open = first.open();
  oracle::equal("the library that stays", 0, call(open), 101);
  for (int round = 0; round < 3; ++round) {
    for (Copy *copy : {&second, &third}) {
      void *library = copy->open();
      oracle::equal("a library that lies where one was", round, call(library), 101);
      oracle::equal("dlclose", round, dlclose(library), 0);
    }
  }
  return oracle::verdict();
}
