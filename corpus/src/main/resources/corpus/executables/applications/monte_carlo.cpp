// Monte Carlo with random numbers that are a function of a counter (Philox 4x32-10: Salmon, Moraes,
// Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011), so that each sample is the same
// on the device and the host: counts are compared exactly, sums and estimates within bounds.
#include "executables/oracle.hpp"
#include <array>
#include <cmath>
#include <vector>

namespace {

using Words = std::array<std::uint32_t, 4>;
using Key = std::array<std::uint32_t, 2>;

#pragma omp declare target
// The constants of section 2.2 of the paper's code.
constexpr std::uint32_t MULTIPLY_0 = 0xD2511F53u, MULTIPLY_1 = 0xCD9E8D57u;
constexpr std::uint32_t WEYL_0 = 0x9E3779B9u, WEYL_1 = 0xBB67AE85u;

inline Words philox(Words counter, Key key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = static_cast<std::uint64_t>(MULTIPLY_0) * counter[0];
    const std::uint64_t b = static_cast<std::uint64_t>(MULTIPLY_1) * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(a)};
    key[0] += WEYL_0;
    key[1] += WEYL_1;
  }
  return counter;
}

// The random numbers of one sample, four at a time.
class Stream {
public:
  Stream(std::uint32_t seed, std::uint32_t sample) : key{seed, 0x5EED0000u}, sample(sample) {}

  std::uint32_t next() {
    if (used == 4) {
      words = philox({block++, sample, 0, 0}, key);
      used = 0;
    }
    return words[used++];
  }

  // Above 0 and below 1.
  double uniform() { return (next() + 0.5) * 0x1p-32; }

  // By Box and Muller; the second of the pair is not kept.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }

private:
  Key key;
  std::uint32_t sample, block = 0;
  Words words{};
  int used = 4;
};

// How many of a sample's points lie in the ball of radius 1 around a corner of the cube of D axes.
template <int D> inline int hits(std::uint32_t seed, std::uint32_t sample, int points) {
  Stream stream(seed, sample);
  int inside = 0;
  for (int p = 0; p < points; ++p) {
    std::uint64_t square = 0;
    for (int d = 0; d < D; ++d) {
      const std::uint64_t x = stream.next() >> 2;
      square += x * x;
    }
    inside += square < std::uint64_t{1} << 60;
  }
  return inside;
}

struct Market {
  double spot, strike, rate, volatility, years;
  int steps;
};

struct Payoffs {
  double european, asian;
};

// One path of the price, and with the mirrored increments another; their mean payoffs.
inline Payoffs path(const Market &m, std::uint32_t seed, std::uint32_t sample) {
  Stream stream(seed, sample);
  const double dt = m.years / m.steps;
  const double drift = (m.rate - 0.5 * m.volatility * m.volatility) * dt;
  const double scale = m.volatility * std::sqrt(dt);
  double up = 0, down = 0, sum_up = 0, sum_down = 0;
  for (int step = 0; step < m.steps; ++step) {
    const double moved = scale * stream.normal();
    up += drift + moved;
    down += drift - moved;
    sum_up += m.spot * std::exp(up);
    sum_down += m.spot * std::exp(down);
  }
  const double discount = std::exp(-m.rate * m.years);
  const double ends = std::fmax(m.spot * std::exp(up) - m.strike, 0) +
                      std::fmax(m.spot * std::exp(down) - m.strike, 0);
  const double means = std::fmax(sum_up / m.steps - m.strike, 0) +
                       std::fmax(sum_down / m.steps - m.strike, 0);
  return {0.5 * discount * ends, 0.5 * discount * means};
}

// How many steps a drunkard takes from the middle of a corridor to one of its ends.
inline int walk(std::uint32_t seed, std::uint32_t sample, int half) {
  Stream stream(seed, sample);
  int place = 0, steps = 0;
  std::uint32_t bits = 0;
  for (; place < half && place > -half; ++steps) {
    if (steps % 32 == 0) bits = stream.next();
    place += (bits >> steps % 32 & 1) != 0 ? 1 : -1;
  }
  return steps;
}
#pragma omp end declare target

struct Estimate {
  double mean, error;
};

Estimate estimate(double sum, double squares, int n) {
  const double mean = sum / n;
  return {mean, std::sqrt((squares / n - mean * mean) / n)};
}

// The paper's known answers: counter and key of zeros, and of ones.
void known_answers() {
  Words zeros{}, ones{};
#pragma omp target map(from : zeros, ones)
  {
    zeros = philox({0, 0, 0, 0}, {0, 0});
    ones = philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u});
  }
  const Words of_zeros{0x6627E8D5u, 0xE169C58Du, 0xBC57AC4Cu, 0x9B00DBD8u};
  const Words of_ones{0x408F276Du, 0x41C83B0Eu, 0xA20BC7C6u, 0x6D5451FDu};
  for (int i = 0; i < 4; ++i) {
    oracle::equal("word for zeros", i, zeros[i], of_zeros[i]);
    oracle::equal("word for ones", i, ones[i], of_ones[i]);
  }
}

template <int D> void volume(double should, std::uint32_t seed) {
  const int samples = 256, points = 40;
  long inside = 0, on_host = 0;
#pragma omp target teams distribute parallel for map(tofrom : inside) reduction(+ : inside)
  for (int s = 0; s < samples; ++s) inside += hits<D>(seed, s, points);
  for (int s = 0; s < samples; ++s) on_host += hits<D>(seed, s, points);
  oracle::equal("points inside", D, inside, on_host);
  const double share = should / (1 << D), n = samples * points;
  oracle::within("share inside", D, inside / n, share, 4 * std::sqrt(share * (1 - share) / n));
}

double normal_distribution(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

// A call's price after Black and Scholes.
double black_scholes(const Market &m) {
  const double spread = m.volatility * std::sqrt(m.years);
  const double d1 =
      (std::log(m.spot / m.strike) + (m.rate + 0.5 * m.volatility * m.volatility) * m.years) / spread;
  return m.spot * normal_distribution(d1) -
         m.strike * std::exp(-m.rate * m.years) * normal_distribution(d1 - spread);
}

void options(std::uint32_t seed) {
  const Market market{100, 105, 0.03, 0.25, 1.5, 12};
  const int paths = 512;
  double sum = 0, squares = 0, asian = 0;
  std::vector<double> each(paths);
  double *payoffs = each.data();
#pragma omp target teams distribute parallel for map(from : payoffs[0 : paths])                     \
    map(tofrom : sum, squares, asian) reduction(+ : sum, squares, asian)
  for (int p = 0; p < paths; ++p) {
    const Payoffs payoff = path(market, seed, p);
    payoffs[p] = payoff.european;
    sum += payoff.european;
    squares += payoff.european * payoff.european;
    asian += payoff.asian;
  }
  long double sum_on_host = 0, asian_on_host = 0;
  for (int p = 0; p < paths; ++p) {
    const Payoffs payoff = path(market, seed, p);
    oracle::within("payoff", p, payoffs[p], payoff.european, 1e-9 * (1 + payoff.european));
    sum_on_host += payoff.european;
    asian_on_host += payoff.asian;
  }
  oracle::within("sum of the payoffs", paths, sum, sum_on_host, 1e-7);
  oracle::within("sum of the mean's payoffs", paths, asian, asian_on_host, 1e-7);
  const auto price = estimate(sum, squares, paths);
  oracle::within("price", paths, price.mean, black_scholes(market), 4 * price.error);
  oracle::holds(asian < sum, "an option on the mean", std::lround(asian), "the cheaper one");
}

void corridor(int half, std::uint32_t seed) {
  const int walks = 320;
  long total = 0;
  int longest = 0, shortest = 1 << 30;
#pragma omp target teams distribute parallel for map(tofrom : total, longest, shortest)             \
    reduction(+ : total) reduction(max : longest) reduction(min : shortest)
  for (int w = 0; w < walks; ++w) {
    const int steps = walk(seed, w, half);
    total += steps;
    longest = longest > steps ? longest : steps;
    shortest = shortest < steps ? shortest : steps;
  }
  long total_on_host = 0;
  int longest_on_host = 0, shortest_on_host = 1 << 30;
  for (int w = 0; w < walks; ++w) {
    const int steps = walk(seed, w, half);
    total_on_host += steps;
    longest_on_host = std::max(longest_on_host, steps);
    shortest_on_host = std::min(shortest_on_host, steps);
  }
  oracle::equal("steps of all walks", half, total, total_on_host);
  oracle::equal("longest walk", half, longest, longest_on_host);
  oracle::equal("shortest walk", half, shortest, shortest_on_host);
  // The mean is half^2, the variance 2/3 half^2 (half^2 - 1).
  const double square = half * half, deviation = std::sqrt(2.0 / 3 * square * (square - 1) / walks);
  oracle::within("mean walk", half, static_cast<double>(total) / walks, square, 4 * deviation);
}

} // namespace

int main() {
  const double pi = 3.14159265358979323846;
  known_answers();
  volume<2>(pi, 1);
  volume<3>(4 * pi / 3, 2);
  volume<5>(8 * pi * pi / 15, 3);
  options(4);
  corridor(7, 5);
  return oracle::verdict();
}
