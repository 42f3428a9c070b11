// Work in unified memory that the host and the device share while they run: a bounded queue whose
// cells have sequence numbers, filled by threads of a region and emptied by the host after it, and
// filled by the host for regions; a lock-free stack of nodes; and a text that regions index in place.
#include "executables/oracle.h"
#include <stdlib.h>
#include <string.h>

#pragma omp requires unified_shared_memory

enum { ROOM = 256, ITEMS = 180, LETTERS = 26 };

// A cell is free for the ticket `turn`, or full for it if `turn` is one more.
typedef struct {
  unsigned turn;
  int item;
  long result;
} Cell;

typedef struct {
  unsigned head, tail;
  Cell cells[ROOM];
} Queue;

static Queue *queue_make(void) {
  Queue *q = calloc(1, sizeof *q);
  for (unsigned k = 0; k < ROOM; ++k) q->cells[k].turn = k;
  return q;
}

#pragma omp declare target
// Puts an item; 0 if the queue is full.
static int put(Queue *q, int item) {
  for (;;) {
    unsigned ticket, turn, was;
#pragma omp atomic read
    ticket = q->tail;
    Cell *cell = q->cells + ticket % ROOM;
#pragma omp atomic read
    turn = cell->turn;
    if (turn != ticket) {
      if (turn + ROOM == ticket + 1) return 0;
      continue;
    }
#pragma omp atomic compare capture
    { was = q->tail; if (q->tail == ticket) { q->tail = ticket + 1; } }
    if (was != ticket) continue;
    cell->item = item;
#pragma omp flush
#pragma omp atomic write
    cell->turn = ticket + 1;
    return 1;
  }
}

// Takes the oldest item; -1 if the queue is empty.
static int take(Queue *q) {
  for (;;) {
    unsigned ticket, turn, was;
#pragma omp atomic read
    ticket = q->head;
    Cell *cell = q->cells + ticket % ROOM;
#pragma omp atomic read
    turn = cell->turn;
#pragma omp flush
    if (turn == ticket) return -1;
    if (turn != ticket + 1) continue;
#pragma omp atomic compare capture
    { was = q->head; if (q->head == ticket) { q->head = ticket + 1; } }
    if (was != ticket) continue;
    int item = cell->item;
#pragma omp flush
#pragma omp atomic write
    cell->turn = ticket + ROOM;
    return item;
  }
}

// Steps of Collatz' sequence from n to 1: work of uneven length.
static int collatz(long n) {
  int steps = 0;
  for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}
#pragma omp end declare target

// Threads of a region put; the host takes what they have put, in whatever order.
static void device_to_host(Queue *q) {
  char seen[ITEMS] = {0};
  int failures = 0;
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(64)                      \
    map(tofrom : failures) reduction(+ : failures)
  for (int item = 0; item < ITEMS; ++item) failures += !put(q, item);
  oracle_equal("items that found no room", 0, failures, 0);
  int taken = 0;
  for (int item = take(q); item >= 0; item = take(q)) {
    oracle_holds(item < ITEMS && !seen[item], "item", item, "one that was put and not taken yet");
    if (item < ITEMS) seen[item] = 1;
    ++taken;
  }
  oracle_equal("items that the host took", 0, taken, ITEMS);
}

// The host puts until the queue is full; the region's threads share the items and sum.
static void host_to_device(Queue *q) {
  int put_by_host = 0, steps = 0, longest = 0, taken = 0, should = 0, longest_should = 0;
  while (put(q, put_by_host + 1)) ++put_by_host;
  oracle_equal("items that the host put", 0, put_by_host, ROOM);
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(64)                      \
    map(tofrom : steps, taken, longest) reduction(+ : steps, taken) reduction(max : longest)
  for (int worker = 0; worker < 96; ++worker)
    for (int item = take(q); item >= 0; item = take(q)) {
      int length = collatz(item);
      steps += length;
      longest = longest > length ? longest : length;
      ++taken;
    }
  for (int item = 1; item <= ROOM; ++item) {
    int length = collatz(item);
    should += length;
    longest_should = longest_should > length ? longest_should : length;
  }
  oracle_equal("items that regions took", 0, taken, ROOM);
  oracle_equal("steps", 0, steps, should);
  oracle_equal("longest sequence", 0, longest, longest_should);
  oracle_equal("item of an empty queue", 0, take(q), -1);
}

typedef struct Node {
  struct Node *next;
  int value;
} Node;

// Threads push nodes of the host's array on a stack; only pushes, so that no node comes back.
static void stack_of_nodes(void) {
  Node *nodes = malloc(ITEMS * sizeof *nodes);
  uintptr_t *top = calloc(1, sizeof *top);
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(32)
  for (int i = 0; i < ITEMS; ++i) {
    uintptr_t first, was, mine = (uintptr_t)(nodes + i);
    nodes[i].value = i * i;
    do {
#pragma omp atomic read
      first = *top;
      nodes[i].next = (Node *)first;
#pragma omp flush
#pragma omp atomic compare capture
      { was = *top; if (*top == first) { *top = mine; } }
    } while (was != first);
  }
  long count = 0, sum = 0;
  for (Node *node = (Node *)*top; node != NULL; node = node->next) {
    oracle_equal("value of a node", node - nodes, node->value, (node - nodes) * (node - nodes));
    sum += node->value;
    ++count;
  }
  oracle_equal("nodes on the stack", 0, count, ITEMS);
  oracle_equal("sum of the stack", 0, sum, (long)(ITEMS - 1) * ITEMS * (2 * ITEMS - 1) / 6);
  free(nodes);
  free(top);
}

// The words of a text are found, counted by their first letter and turned into capitals where they
// stand.
static void text_in_place(void) {
  static const char original[] =
      "the host and the device share a single address space so that a pointer means the same thing "
      "to either of them and nothing needs to be copied before a kernel may follow it through lists "
      "trees and queues of any shape";
  char *text = malloc(sizeof original);
  int *firsts = calloc(LETTERS, sizeof *firsts);
  const int length = (int)sizeof original - 1;
  int words = 0;
  memcpy(text, original, sizeof original);
#pragma omp target teams distribute parallel for map(tofrom : words) reduction(+ : words)
  for (int i = 0; i < length; ++i) {
    if (original[i] == ' ' || (i > 0 && original[i - 1] != ' ')) continue;
    ++words;
#pragma omp atomic update
    firsts[original[i] - 'a'] += 1;
    text[i] = (char)(original[i] - 'a' + 'A');
  }
  int words_should = 0, firsts_should[LETTERS] = {0};
  for (int i = 0; i < length; ++i) {
    int begins = original[i] != ' ' && (i == 0 || original[i - 1] == ' ');
    oracle_equal("letter", i, text[i], begins ? original[i] - 'a' + 'A' : original[i]);
    if (!begins) continue;
    ++words_should;
    ++firsts_should[original[i] - 'a'];
  }
  oracle_equal("words", 0, words, words_should);
  for (int k = 0; k < LETTERS; ++k) oracle_equal("words by letter", k, firsts[k], firsts_should[k]);
  free(text);
  free(firsts);
}

// Host and device add to one word in turn, and each reads what the other wrote.
static void in_turn(void) {
  long *word = malloc(sizeof *word), should = 1;
  *word = 1;
  for (int turn = 0; turn < 12; ++turn) {
    if (turn % 2 == 0) {
#pragma omp target
      *word = *word * 3 + turn;
    } else {
      *word = *word * 5 - turn;
    }
    should = turn % 2 == 0 ? should * 3 + turn : should * 5 - turn;
    oracle_equal("word", turn, *word, should);
  }
  free(word);
}

int main(void) {
  Queue *q = queue_make();
  device_to_host(q);
  host_to_device(q);
  free(q);
  stack_of_nodes();
  text_in_place();
  in_turn();
  return oracle_verdict();
}
