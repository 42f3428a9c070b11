// Local alignment of sequences by Smith and Waterman with affine gaps (Gotoh): antidiagonals one
// after another, all cells of one at once, in a matrix that stays on the device. A batch of pairs is
// scored by one team each. The host traces the alignment back and scores it again.
#include "executables/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { OPEN = 5, EXTEND = 1, LETTERS = 4, LONGEST = 72, NEVER = -1000000 };

#pragma omp declare target
// Score of two letters: 4 for the same, -1 within purines or pyrimidines, else -3.
static int SCORES[LETTERS][LETTERS] = {
    {4, -3, -1, -3}, {-3, 4, -3, -1}, {-1, -3, 4, -3}, {-3, -1, -3, 4}};

static int greater(int a, int b) { return a > b ? a : b; }
#pragma omp end declare target

typedef struct {
  char *letters;
  int length;
} Sequence;

// Scores of alignments that end at each pair of letters: any, with a gap in a, with a gap in b.
typedef struct {
  int *best, *gap_a, *gap_b;
  int columns;
  size_t size;
} Table;

static Table table_make(int rows, int columns) {
  size_t size = (size_t)(rows + 1) * (size_t)(columns + 1);
  Table t = {malloc(size * sizeof(int)), malloc(size * sizeof(int)), malloc(size * sizeof(int)),
             columns + 1, size};
  for (size_t i = 0; i < size; ++i) {
    t.best[i] = 0;
    t.gap_a[i] = t.gap_b[i] = NEVER;
  }
  return t;
}

static void table_free(Table *t) {
  free(t->best);
  free(t->gap_a);
  free(t->gap_b);
}

#pragma omp declare target
static void cell(const char *a, const char *b, int i, int j, int columns, int *best, int *gap_a,
                 int *gap_b) {
  int at = i * columns + j;
  gap_a[at] = greater(best[at - 1] - OPEN, gap_a[at - 1] - EXTEND);
  gap_b[at] = greater(best[at - columns] - OPEN, gap_b[at - columns] - EXTEND);
  int pair = best[at - columns - 1] + SCORES[(int)a[i - 1]][(int)b[j - 1]];
  best[at] = greater(greater(pair, 0), greater(gap_a[at], gap_b[at]));
}
#pragma omp end declare target

// Fills the table by antidiagonals; the best score.
static int fill_on_device(Sequence first, Sequence second, Table *t) {
  const char *a = first.letters, *b = second.letters;
  const int rows = first.length, columns = second.length, wide = t->columns;
  int *best = t->best, *gap_a = t->gap_a, *gap_b = t->gap_b;
  const size_t size = t->size;
  int score = 0;
#pragma omp target data map(to : a[0 : rows], b[0 : columns]) map(tofrom : score)                   \
    map(tofrom : best[0 : size], gap_a[0 : size], gap_b[0 : size])
  for (int diagonal = 2; diagonal <= rows + columns; ++diagonal) {
    int from = greater(1, diagonal - columns), to = diagonal - 1 < rows ? diagonal - 1 : rows;
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(64) reduction(max : score)
    for (int i = from; i <= to; ++i) {
      cell(a, b, i, diagonal - i, wide, best, gap_a, gap_b);
      score = greater(score, best[i * wide + diagonal - i]);
    }
  }
  return score;
}

static int fill_on_host(Sequence a, Sequence b, Table *t) {
  int score = 0;
  for (int i = 1; i <= a.length; ++i)
    for (int j = 1; j <= b.length; ++j) {
      cell(a.letters, b.letters, i, j, t->columns, t->best, t->gap_a, t->gap_b);
      score = greater(score, t->best[i * t->columns + j]);
    }
  return score;
}

// The score of each of the pairs, whose sequences lie one after another: a team for each pair, which
// keeps three antidiagonals of each kind.
static void score_batch(const char *letters, const int *start, int pairs, int *scores) {
  const int total = start[2 * pairs];
#pragma omp target teams distribute num_teams(pairs) thread_limit(64)                               \
    map(to : letters[0 : total], start[0 : 2 * pairs + 1]) map(from : scores[0 : pairs])
  for (int pair = 0; pair < pairs; ++pair) {
    int best[3][LONGEST + 1], gap_a[2][LONGEST + 1], gap_b[2][LONGEST + 1];
    const char *a = letters + start[2 * pair], *b = letters + start[2 * pair + 1];
    const int rows = start[2 * pair + 1] - start[2 * pair];
    const int columns = start[2 * pair + 2] - start[2 * pair + 1];
    int score = 0;
    for (int i = 0; i <= rows; ++i) {
      for (int kept = 0; kept < 3; ++kept) best[kept][i] = 0;
      for (int kept = 0; kept < 2; ++kept) gap_a[kept][i] = gap_b[kept][i] = NEVER;
    }
    for (int diagonal = 2; diagonal <= rows + columns; ++diagonal) {
      int from = greater(1, diagonal - columns), to = diagonal - 1 < rows ? diagonal - 1 : rows;
      int *now = best[diagonal % 3], *last = best[(diagonal + 2) % 3], *older = best[(diagonal + 1) % 3];
      int *a_now = gap_a[diagonal % 2], *a_last = gap_a[(diagonal + 1) % 2];
      int *b_now = gap_b[diagonal % 2], *b_last = gap_b[(diagonal + 1) % 2];
      now[0] = 0;
      if (diagonal <= rows + 1) {
        now[diagonal - 1] = 0;
        a_last[diagonal - 1] = NEVER;
      }
#pragma omp parallel for reduction(max : score)
      for (int i = from; i <= to; ++i) {
        int j = diagonal - i;
        int left = j == 1 ? 0 : last[i], above = i == 1 ? 0 : last[i - 1];
        a_now[i] = greater(left - OPEN, j == 1 ? NEVER : a_last[i] - EXTEND);
        b_now[i] = greater(above - OPEN, i == 1 ? NEVER : b_last[i - 1] - EXTEND);
        int corner = i == 1 || j == 1 ? 0 : older[i - 1];
        int match = corner + SCORES[(int)a[i - 1]][(int)b[j - 1]];
        now[i] = greater(greater(match, 0), greater(a_now[i], b_now[i]));
        score = greater(score, now[i]);
      }
    }
    scores[pair] = score;
  }
}

// Walks from a best cell to a zero and adds up what the alignment scores.
static int trace_back(Sequence a, Sequence b, const Table *t, int score) {
  size_t at = 0;
  while (t->best[at] != score) ++at;
  int i = (int)at / t->columns, j = (int)at % t->columns, sum = 0;
  while (t->best[i * t->columns + j] > 0) {
    int here = t->best[i * t->columns + j], at_gap = i * t->columns + j;
    if (here == t->gap_a[at_gap]) {
      while (t->gap_a[at_gap] != t->best[at_gap - 1] - OPEN) sum -= EXTEND, --at_gap;
      sum -= OPEN;
      j = at_gap - 1 - i * t->columns;
    } else if (here == t->gap_b[at_gap]) {
      while (t->gap_b[at_gap] != t->best[at_gap - t->columns] - OPEN) sum -= EXTEND, at_gap -= t->columns;
      sum -= OPEN;
      i = at_gap / t->columns - 1;
    } else {
      --i, --j;
      sum += SCORES[(int)a.letters[i]][(int)b.letters[j]];
    }
  }
  return sum;
}

// Random letters, with a copy of another sequence's middle that has lost a few.
static Sequence sequence(int length, const Sequence *like, uint64_t *random) {
  Sequence s = {malloc((size_t)length), length};
  for (int i = 0; i < length; ++i) s.letters[i] = (char)oracle_below(random, LETTERS);
  if (like != NULL)
    for (int i = length / 4, from = like->length / 4; i < 3 * length / 4 && from < like->length; ++i)
      s.letters[i] = like->letters[from += oracle_below(random, 12) == 0 ? 3 : 1, from - 1];
  return s;
}

static void align_pair(Sequence a, Sequence b) {
  Table device = table_make(a.length, b.length), host = table_make(a.length, b.length);
  int score = fill_on_device(a, b, &device), should = fill_on_host(a, b, &host);
  oracle_equal("score", 0, score, should);
  for (size_t i = 0; i < host.size; ++i) oracle_equal("cell", (long)i, device.best[i], host.best[i]);
  oracle_equal("score of the alignment", 0, trace_back(a, b, &device, score), score);
  table_free(&device);
  table_free(&host);
}

static void align_batch(int pairs, uint64_t *random) {
  char *letters = malloc((size_t)(2 * pairs * LONGEST));
  int *start = malloc((size_t)(2 * pairs + 1) * sizeof *start);
  int *scores = malloc((size_t)pairs * sizeof *scores), *should = malloc((size_t)pairs * sizeof *should);
  start[0] = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    Sequence a = sequence(20 + (int)oracle_below(random, LONGEST - 20), NULL, random);
    Sequence b = sequence(20 + (int)oracle_below(random, LONGEST - 20), &a, random);
    Table host = table_make(a.length, b.length);
    should[pair] = fill_on_host(a, b, &host);
    start[2 * pair + 1] = start[2 * pair] + a.length;
    start[2 * pair + 2] = start[2 * pair + 1] + b.length;
    memcpy(letters + start[2 * pair], a.letters, (size_t)a.length);
    memcpy(letters + start[2 * pair + 1], b.letters, (size_t)b.length);
    table_free(&host);
    free(a.letters);
    free(b.letters);
  }
  score_batch(letters, start, pairs, scores);
  for (int pair = 0; pair < pairs; ++pair) oracle_equal("score of a pair", pair, scores[pair], should[pair]);
  free(letters);
  free(start);
  free(scores);
  free(should);
}

int main(void) {
  uint64_t random = 9;
  Sequence a = sequence(90, NULL, &random), b = sequence(70, &a, &random);
  align_pair(a, b);
  align_batch(5, &random);
  free(a.letters);
  free(b.letters);
  return oracle_verdict();
}
