// Every thread allocates on the device; the intrinsics are done once more by counting and shifting.
#include "ptx/src/14_malloc_struct_intrin.cpp"
#include "executables/oracle.hpp"
#include <vector>

static unsigned long long intrinsics(unsigned long long v, long long id) {
  unsigned long long ones = 0, leading = 0, trailing = 0;
  for (int i = 0; i < 64; ++i) ones += v >> i & 1;
  for (int i = 63; i > 0 && !(v >> i & 1); --i) ++leading;
  for (int i = 0; i < 31 && !((v | 1) >> i & 1); ++i) ++trailing;
  const unsigned low = static_cast<unsigned>(v);
  const unsigned swapped = low << 24 | (low >> 8 & 255) << 16 | (low >> 16 & 255) << 8 | low >> 24;
  return ones + leading + trailing + swapped + v % 10 + static_cast<unsigned long long>(id / 7);
}

int main() {
  oracle::Generator random(14);
  const int n = 250;
  std::vector<P> p(n);
  std::vector<unsigned long long> bits(n);
  std::memset(p.data(), 0, n * sizeof(P));
  for (int i = 0; i < n; ++i) {
    p[i].x = random.real(-9, 9), p[i].y = random.real(-9, 9), p[i].z = random.real(0.1, 9);
    p[i].tag = static_cast<char>(random.below(128)), p[i].s = static_cast<short>(random.below(2000) - 1000);
    p[i].id = random.below(1L << 40) - (1L << 39);
    bits[i] = random.next() >> random.below(64);
  }
  auto before = p;
  auto bitsBefore = bits;
  f(p.data(), n, bits.data());
  for (int i = 0; i < n; ++i) {
    const P &was = before[i];
    const long long id = was.id + (was.tag & 15) * was.s;
    oracle::equal("x", i, p[i].x, was.y / was.z);
    oracle::equal("y", i, p[i].y, was.y);
    oracle::equal("z", i, p[i].z, was.z);
    oracle::equal<int>("tag", i, p[i].tag, was.tag ^ 1);
    oracle::equal<int>("s", i, p[i].s, was.s);
    oracle::equal("id", i, p[i].id, id);
    oracle::equal("bits", i, bits[i], intrinsics(bitsBefore[i], id));
  }
  return oracle::verdict();
}
