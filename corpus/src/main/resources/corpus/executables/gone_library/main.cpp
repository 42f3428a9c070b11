// Opens a library after another was closed whose pages nothing has taken since: what still looks for
// its image there is stopped. The argument is the library's file.
#include "executables/reopened_library/copies.hpp"
#include <sys/mman.h>

// Takes every page that is free from the beginning of a library on.
static void take(char *begin) {
  constexpr long page = 4096, pages = 64;
  for (long at = 0; at < pages; ++at)
    mmap(begin + at * page, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}

int main(int, char **arguments) {
  Copy first(arguments[1], "first"), second(arguments[1], "second"), third(arguments[1], "third");
  oracle::equal("the library that stays", 0, call(first.open()), 101);
  void *library = second.open();
  oracle::equal("the library that goes", 0, call(library), 101);
  Dl_info place;
  oracle::holds(dladdr(next(library), &place) != 0, "dladdr", 0, "able to tell where a library is");
  dlclose(library);
  take(static_cast<char *>(place.dli_fbase));
  oracle::equal("the library after it", 0, call(third.open()), 101);
  return oracle::verdict();
}
