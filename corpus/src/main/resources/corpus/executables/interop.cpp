// Interoperability objects: initialized for a device, queried, used, destroyed. Only what OpenMP 5.1
// says (sections 2.15 and 3.12) and LLVM 16 and 19 do is compared.
#include <omp.h>
#include "executables/oracle.hpp"

// Codes of OpenMP 5.1, table 3.3.
enum { success = 0, out_of_range = -2, type_int = -3, type_ptr = -4, type_str = -5 };

static int region() {
  int sum = 1;
#pragma omp target map(tofrom : sum)
  sum += 1;
  return sum;
}

static void properties(omp_interop_t object) {
  int code = 99;
  oracle::equal("device", 0, omp_get_interop_int(object, omp_ipr_device_num, &code), 0L);
  oracle::equal("device code", 0, code, static_cast<int>(success));
  omp_get_interop_int(object, omp_ipr_vendor_name, &code);
  oracle::equal("number of a text", 0, code, static_cast<int>(type_str));
  omp_get_interop_ptr(object, omp_ipr_device_num, &code);
  oracle::equal("pointer of a number", 0, code, static_cast<int>(type_int));
  omp_get_interop_str(object, omp_ipr_device_num, &code);
  oracle::equal("text of a number", 0, code, static_cast<int>(type_int));
  omp_get_interop_int(object, static_cast<omp_interop_property_t>(-10), &code);
  oracle::equal("property", -10, code, static_cast<int>(out_of_range));
  omp_get_interop_str(object, static_cast<omp_interop_property_t>(0), &code);
  oracle::equal("property", 0, code, static_cast<int>(out_of_range));
}

static void target() {
  omp_interop_t object = omp_interop_none;
#pragma omp interop init(target : object) device(0)
  oracle::holds(object != omp_interop_none, "initialized", 0, "1");
  properties(object);
  int code = 99;
  omp_get_interop_int(object, omp_ipr_device_context, &code);
  oracle::equal("number of a context", 0, code, static_cast<int>(type_ptr));
#pragma omp interop use(object)
#pragma omp interop destroy(object)
  oracle::holds(object == omp_interop_none, "destroyed", 0, "1");
}

static void synchronization() {
  omp_interop_t object = omp_interop_none;
#pragma omp interop init(targetsync : object) device(0)
  oracle::holds(object != omp_interop_none, "initialized", 1, "1");
  properties(object);
#pragma omp interop use(object)
#pragma omp interop destroy(object)
  oracle::holds(object == omp_interop_none, "destroyed", 1, "1");
}

int main() {
  oracle::equal("region", 0, region(), 2);
  target();
  synchronization();
  return oracle::verdict();
}
