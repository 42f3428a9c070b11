// Filters on grey images of whole numbers: tiles with their margins are copied into the device's
// memory as rectangles, blurred, sharpened by a median and searched for edges; the result returns as
// rectangles of the whole. Rows of one field are updated alone; levels are equalised by a
// histogram. The oracle filters the image whole, on the host.
#include "executables/oracle.hpp"
#include <algorithm>
#include <omp.h>
#include <vector>

namespace {

using Pixel = int;

struct Image {
  int width, height;
  std::vector<Pixel> pixels;

  Image(int width, int height) : width(width), height(height), pixels(width * height) {}
  // The image goes on beyond its edge with the pixels at the edge.
  Pixel at(int x, int y) const {
    x = std::min(std::max(x, 0), width - 1);
    y = std::min(std::max(y, 0), height - 1);
    return pixels[y * width + x];
  }
};

constexpr int TILE = 24, MARGIN = 6, PADDED = TILE + 2 * MARGIN;

#pragma omp declare target
constexpr int WEIGHTS[5] = {1, 4, 6, 4, 1};

inline void order(Pixel &a, Pixel &b) {
  if (a > b) {
    const Pixel kept = a;
    a = b;
    b = kept;
  }
}

// The middle of nine: a network of nineteen exchanges (Paeth, "Median finding on a 3-by-3 grid").
inline Pixel median(Pixel p[9]) {
  order(p[1], p[2]), order(p[4], p[5]), order(p[7], p[8]);
  order(p[0], p[1]), order(p[3], p[4]), order(p[6], p[7]);
  order(p[1], p[2]), order(p[4], p[5]), order(p[7], p[8]);
  order(p[0], p[3]), order(p[5], p[8]), order(p[4], p[7]);
  order(p[3], p[6]), order(p[1], p[4]), order(p[2], p[5]);
  order(p[4], p[7]), order(p[4], p[2]), order(p[6], p[4]);
  order(p[4], p[2]);
  return p[4];
}

// Each of these computes a pixel from its neighbours in rows that are `wide` apart.
inline Pixel across(const Pixel *p, int) {
  int sum = 8;
  for (int k = 0; k < 5; ++k) sum += WEIGHTS[k] * p[k - 2];
  return sum / 16;
}

inline Pixel down(const Pixel *p, int wide) {
  int sum = 8;
  for (int k = 0; k < 5; ++k) sum += WEIGHTS[k] * p[(k - 2) * wide];
  return sum / 16;
}

inline Pixel middle(const Pixel *p, int wide) {
  Pixel nine[9];
  for (int k = 0; k < 9; ++k) nine[k] = p[(k / 3 - 1) * wide + k % 3 - 1];
  return median(nine);
}

// Sobel's sum of magnitudes.
inline Pixel edge(const Pixel *p, int wide) {
  const int x = p[1 - wide] + 2 * p[1] + p[1 + wide] - p[-1 - wide] - 2 * p[-1] - p[wide - 1];
  const int y = p[wide - 1] + 2 * p[wide] + p[wide + 1] - p[-wide - 1] - 2 * p[-wide] - p[1 - wide];
  return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}
#pragma omp end declare target

// The device's memory for one tile: two buffers that filters run between.
class Tile {
public:
  Tile() : device(omp_get_default_device()), host(omp_get_initial_device()) {
    from = static_cast<Pixel *>(omp_target_alloc(PADDED * PADDED * sizeof(Pixel), device));
    to = static_cast<Pixel *>(omp_target_alloc(PADDED * PADDED * sizeof(Pixel), device));
  }
  Tile(const Tile &) = delete;
  Tile &operator=(const Tile &) = delete;
  ~Tile() {
    omp_target_free(from, device);
    omp_target_free(to, device);
  }

  // The tile at column x and row y of an image that has a margin.
  void load(const Image &padded, int x, int y) {
    copy(from, PADDED, 0, 0, padded.pixels.data(), padded.width, x, y, PADDED, device, host,
         padded.height, PADDED);
  }

  void store(Image &image, int x, int y) {
    const int width = std::min(TILE, image.width - x), height = std::min(TILE, image.height - y);
    const std::size_t volume[2] = {static_cast<std::size_t>(height), static_cast<std::size_t>(width)};
    const std::size_t into[2] = {static_cast<std::size_t>(y), static_cast<std::size_t>(x)};
    const std::size_t out_of[2] = {MARGIN, MARGIN};
    const std::size_t whole[2] = {static_cast<std::size_t>(image.height),
                                  static_cast<std::size_t>(image.width)};
    const std::size_t tile[2] = {PADDED, PADDED};
    const int failed = omp_target_memcpy_rect(image.pixels.data(), from, sizeof(Pixel), 2, volume, into,
                                              out_of, whole, tile, host, device);
    oracle::equal("result of a copy to the host", 0, failed, 0);
  }

  // Runs a filter on all pixels that are `reach` or more from the buffer's edge, so that no filter
  // sees what the one before left out.
  template <Pixel (*FILTER)(const Pixel *, int)> void filter(int reach) {
    const Pixel *source = from;
    Pixel *target = to;
#pragma omp target teams distribute parallel for collapse(2) num_teams(4) thread_limit(64)          \
    is_device_ptr(source, target) firstprivate(reach)
    for (int y = 0; y < PADDED; ++y)
      for (int x = 0; x < PADDED; ++x) {
        const bool inside = x >= reach && y >= reach && x < PADDED - reach && y < PADDED - reach;
        target[y * PADDED + x] =
            inside ? FILTER(source + y * PADDED + x, PADDED) : source[y * PADDED + x];
      }
    std::swap(from, to);
  }

private:
  static void copy(Pixel *to, std::size_t to_width, std::size_t to_x, std::size_t to_y,
                   const Pixel *from, std::size_t from_width, std::size_t from_x, std::size_t from_y,
                   std::size_t size, int to_device, int from_device, std::size_t from_height,
                   std::size_t to_height) {
    const std::size_t volume[2] = {size, size}, into[2] = {to_y, to_x}, out_of[2] = {from_y, from_x};
    const std::size_t to_whole[2] = {to_height, to_width}, from_whole[2] = {from_height, from_width};
    const int failed = omp_target_memcpy_rect(to, from, sizeof(Pixel), 2, volume, into, out_of,
                                              to_whole, from_whole, to_device, from_device);
    oracle::equal("result of a copy to the device", 0, failed, 0);
  }

  int device, host;
  Pixel *from, *to;
};

// The image with a margin all around, and room for whole tiles.
Image pad(const Image &image) {
  const int across = (image.width + TILE - 1) / TILE * TILE, down = (image.height + TILE - 1) / TILE * TILE;
  Image padded(across + 2 * MARGIN, down + 2 * MARGIN);
  for (int y = 0; y < padded.height; ++y)
    for (int x = 0; x < padded.width; ++x)
      padded.pixels[y * padded.width + x] = image.at(x - MARGIN, y - MARGIN);
  return padded;
}

// A blur, a median and the edges, tile by tile: the margin is used up as filters run.
Image filter_by_tiles(const Image &image) {
  const Image padded = pad(image);
  Image result(image.width, image.height);
  Tile tile;
  for (int y = 0; y < image.height; y += TILE)
    for (int x = 0; x < image.width; x += TILE) {
      tile.load(padded, x, y);
      tile.filter<across>(2);
      tile.filter<down>(4);
      tile.filter<middle>(5);
      tile.filter<edge>(6);
      tile.store(result, x, y);
    }
  return result;
}

template <Pixel (*FILTER)(const Pixel *, int)> Image filter_on_host(const Image &padded, int reach) {
  Image result = padded;
  for (int y = reach; y < padded.height - reach; ++y)
    for (int x = reach; x < padded.width - reach; ++x)
      result.pixels[y * padded.width + x] = FILTER(&padded.pixels[y * padded.width + x], padded.width);
  return result;
}

// The median by its definition.
Pixel middle_by_sorting(const Pixel *p, int wide) {
  Pixel nine[9];
  for (int k = 0; k < 9; ++k) nine[k] = p[(k / 3 - 1) * wide + k % 3 - 1];
  std::sort(nine, nine + 9);
  return nine[4];
}

// Spreads the levels so that each is as frequent as another: a histogram, its sums, and a look-up.
void equalise(Image &image, int levels) {
  const int size = image.width * image.height;
  Pixel *pixels = image.pixels.data();
  std::vector<int> counts(levels);
  int *count = counts.data();
#pragma omp target data map(tofrom : pixels[0 : size], count[0 : levels])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < size; ++i) {
#pragma omp atomic update
      ++count[pixels[i]];
    }
#pragma omp target
    for (int level = 1; level < levels; ++level) count[level] += count[level - 1];
#pragma omp target teams distribute parallel for
    for (int i = 0; i < size; ++i) pixels[i] = (levels - 1) * count[pixels[i]] / size;
  }
}

void equalise_on_host(Image &image, int levels) {
  std::vector<int> sums(levels);
  const int size = static_cast<int>(image.pixels.size());
  for (Pixel p : image.pixels) ++sums[p];
  for (int level = 1; level < levels; ++level) sums[level] += sums[level - 1];
  for (Pixel &p : image.pixels) p = (levels - 1) * sums[p] / size;
}

// Of interlaced rows the device inverts all, and the host takes every second one, row by row: of
// strided sections compilers copy other pieces (deviation D57).
void judge_interlaced(const Image &image) {
  constexpr int WIDTH = 20, ROWS = 8;
  Pixel field[ROWS * WIDTH];
  for (int y = 0; y < ROWS; ++y)
    for (int x = 0; x < WIDTH; ++x) field[y * WIDTH + x] = image.at(x, y);
#pragma omp target data map(to : field)
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < ROWS * WIDTH; ++i) field[i] = 255 - field[i];
    for (int y = 0; y < ROWS; y += 2) {
#pragma omp target update from(field[y * WIDTH : WIDTH])
    }
  }
  for (int i = 0; i < ROWS * WIDTH; ++i) {
    const Pixel was = image.at(i % WIDTH, i / WIDTH);
    oracle::equal("pixel of a field", i, field[i], i / WIDTH % 2 == 0 ? 255 - was : was);
  }
}

// Discs and stripes, with some pixels of noise.
Image picture(int width, int height, oracle::Generator &random) {
  Image image(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int disc = (x - 20) * (x - 20) + (y - 15) * (y - 15) < 120 ? 90 : 0;
      const int stripes = (x / 6 + y / 9) % 2 * 40;
      const int noise = random.below(20) == 0 ? 120 : static_cast<int>(random.below(8));
      image.pixels[y * width + x] = disc + stripes + noise;
    }
  return image;
}

void compare(const char *name, const Image &is, const Image &should, int margin) {
  for (int y = 0; y < is.height; ++y)
    for (int x = 0; x < is.width; ++x)
      oracle::equal(name, y * is.width + x, is.at(x, y), should.at(x + margin, y + margin));
}

} // namespace

int main() {
  oracle::Generator random(25);
  const auto image = picture(61, 45, random);
  const auto blurred = filter_on_host<down>(filter_on_host<across>(pad(image), 2), 4);
  const auto edges = filter_on_host<edge>(filter_on_host<middle_by_sorting>(blurred, 5), 6);
  compare("edge", filter_by_tiles(image), edges, MARGIN);
  auto device = image, host = image;
  equalise(device, 256);
  equalise_on_host(host, 256);
  compare("equalised level", device, host, 0);
  judge_interlaced(image);
  return oracle::verdict();
}
