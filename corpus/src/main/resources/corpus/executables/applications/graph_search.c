// Searches in a graph: levels from a source (breadth first, with queues whose slots are taken by
// atomic capture), shortest paths (Bellman and Ford, with atomic minima, until nothing changes), and
// connected components (hooking and pointer jumping). Each is compared with the host's.
#include "executables/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { UNSEEN = 1 << 29 };

typedef struct {
  int nodes, edges;
  int *start, *end, *weight;
} Graph;

// Undirected: every pair is an edge in both directions, of one weight.
static Graph graph_make(int nodes, const int *pairs, int count, uint64_t *random) {
  Graph g = {nodes, 2 * count, calloc((size_t)nodes + 2, sizeof(int)),
             malloc((size_t)(2 * count) * sizeof(int)), malloc((size_t)(2 * count) * sizeof(int))};
  for (int k = 0; k < 2 * count; ++k) ++g.start[pairs[k] + 2];
  for (int v = 0; v < nodes; ++v) g.start[v + 2] += g.start[v + 1];
  for (int k = 0; k < count; ++k) {
    int a = pairs[2 * k], b = pairs[2 * k + 1], weight = 1 + (int)oracle_below(random, 50);
    int forth = g.start[a + 1]++, back = g.start[b + 1]++;
    g.end[forth] = b;
    g.end[back] = a;
    g.weight[forth] = g.weight[back] = weight;
  }
  return g;
}

static void graph_free(Graph *g) {
  free(g->start);
  free(g->end);
  free(g->weight);
}

// A mesh with a few edges left out, some long ones, and two nodes that nothing reaches.
static Graph mesh(int side, uint64_t *random) {
  int nodes = side * side + 2, count = 0;
  int *pairs = malloc((size_t)(4 * nodes + 40) * sizeof(int));
  for (int v = 0; v < side * side; ++v) {
    int right = v % side + 1 < side ? v + 1 : -1, down = v + side < side * side ? v + side : -1;
    for (int which = 0; which < 2; ++which) {
      int to = which == 0 ? right : down;
      if (to < 0 || oracle_below(random, 100) < 30) continue;
      pairs[2 * count] = v;
      pairs[2 * count++ + 1] = to;
    }
  }
  for (int k = 0; k < 10; ++k) {
    pairs[2 * count] = (int)oracle_below(random, side * side);
    pairs[2 * count++ + 1] = (int)oracle_below(random, side * side);
  }
  Graph g = graph_make(nodes, pairs, count, random);
  free(pairs);
  return g;
}

// The level of each node; the number of levels.
static int breadth_first(const Graph *g, int source, int *level) {
  const int n = g->nodes, edges = g->edges;
  const int *start = g->start, *end = g->end;
  int *now = malloc((size_t)n * sizeof(int)), *next = malloc((size_t)n * sizeof(int));
  int length = 1, depth = 0;
  for (int v = 0; v < n; ++v) level[v] = UNSEEN;
  level[source] = 0;
  now[0] = source;
#pragma omp target enter data map(to : now[0 : n], level[0 : n]) map(alloc : next[0 : n])
  while (length > 0) {
    int found = 0;
    ++depth;
#pragma omp target teams distribute parallel for map(tofrom : found)                                \
    map(present, alloc : start[0 : n + 1], end[0 : edges], level[0 : n], now[0 : n], next[0 : n])
    for (int k = 0; k < length; ++k) {
      int from = now[k];
      for (int e = start[from]; e < start[from + 1]; ++e) {
        int before;
#pragma omp atomic read
        before = level[end[e]];
        if (before != UNSEEN) continue;
        int to = end[e], seen;
        // Only one thread lowers a level that is not seen yet.
#pragma omp atomic compare capture
        { seen = level[to]; if (level[to] > depth) { level[to] = depth; } }
        if (seen != UNSEEN) continue;
        int slot;
#pragma omp atomic capture
        slot = found++;
        next[slot] = to;
      }
    }
    int *kept = now;
    now = next;
    next = kept;
    length = found;
  }
#pragma omp target exit data map(from : level[0 : n]) map(release : now[0 : n], next[0 : n])
  free(now);
  free(next);
  return depth;
}

// Relaxes all edges until no distance changes; the number of rounds.
static int shortest_paths(const Graph *g, int source, int *distance) {
  const int n = g->nodes, edges = g->edges;
  const int *start = g->start, *end = g->end, *weight = g->weight;
  int changed = 1, rounds = 0;
  for (int v = 0; v < n; ++v) distance[v] = v == source ? 0 : UNSEEN;
#pragma omp target data map(tofrom : distance[0 : n])
  for (; changed; ++rounds) {
    changed = 0;
#pragma omp target teams distribute parallel for map(tofrom : changed) reduction(| : changed)       \
    map(present, alloc : start[0 : n + 1], end[0 : edges], weight[0 : edges], distance[0 : n])
    for (int v = 0; v < n; ++v) {
      int here;
#pragma omp atomic read
      here = distance[v];
      if (here == UNSEEN) continue;
      for (int e = start[v]; e < start[v + 1]; ++e) {
        int there = here + weight[e], before, to = end[e];
#pragma omp atomic compare capture
        { before = distance[to]; if (distance[to] > there) { distance[to] = there; } }
        changed |= before > there;
      }
    }
  }
  return rounds;
}

// The least node that each node is connected with.
static void components(const Graph *g, int *parent) {
  const int n = g->nodes, edges = g->edges;
  const int *start = g->start, *end = g->end;
  int changed = 1;
  for (int v = 0; v < n; ++v) parent[v] = v;
#pragma omp target data map(tofrom : parent[0 : n])
  while (changed) {
    changed = 0;
#pragma omp target teams distribute parallel for map(tofrom : changed) reduction(|| : changed)      \
    map(present, alloc : start[0 : n + 1], end[0 : edges], parent[0 : n])
    for (int v = 0; v < n; ++v)
      for (int e = start[v]; e < start[v + 1]; ++e) {
        int mine, theirs, root;
#pragma omp atomic read
        mine = parent[v];
#pragma omp atomic read
        theirs = parent[end[e]];
        if (theirs >= mine) continue;
#pragma omp atomic compare capture
        { root = parent[mine]; if (parent[mine] > theirs) { parent[mine] = theirs; } }
        changed = changed || root > theirs;
      }
#pragma omp target teams distribute parallel for map(present, alloc : parent[0 : n])
    for (int v = 0; v < n; ++v) {
      int mine, above;
#pragma omp atomic read
      mine = parent[v];
      for (;;) {
#pragma omp atomic read
        above = parent[mine];
        if (above == mine) break;
        mine = above;
      }
#pragma omp atomic write
      parent[v] = mine;
    }
  }
}

static void judge_levels(const Graph *g, int source, const int *level, int depth) {
  const int n = g->nodes;
  int *should = malloc((size_t)n * sizeof(int)), *queue = malloc((size_t)n * sizeof(int));
  int head = 0, tail = 1;
  for (int v = 0; v < n; ++v) should[v] = UNSEEN;
  should[source] = 0;
  queue[0] = source;
  while (head < tail) {
    int from = queue[head++];
    for (int e = g->start[from]; e < g->start[from + 1]; ++e)
      if (should[g->end[e]] == UNSEEN) {
        should[g->end[e]] = should[from] + 1;
        queue[tail++] = g->end[e];
      }
  }
  for (int v = 0; v < n; ++v) oracle_equal("level", v, level[v], should[v]);
  oracle_equal("levels", 0, depth, should[queue[tail - 1]] + 1);
  free(should);
  free(queue);
}

// Dijkstra's algorithm without a queue.
static void judge_distances(const Graph *g, int source, const int *distance) {
  const int n = g->nodes;
  int *should = malloc((size_t)n * sizeof(int));
  char *done = calloc((size_t)n, 1);
  for (int v = 0; v < n; ++v) should[v] = v == source ? 0 : UNSEEN;
  for (;;) {
    int nearest = -1;
    for (int v = 0; v < n; ++v)
      if (!done[v] && should[v] < UNSEEN && (nearest < 0 || should[v] < should[nearest])) nearest = v;
    if (nearest < 0) break;
    done[nearest] = 1;
    for (int e = g->start[nearest]; e < g->start[nearest + 1]; ++e)
      if (should[nearest] + g->weight[e] < should[g->end[e]])
        should[g->end[e]] = should[nearest] + g->weight[e];
  }
  for (int v = 0; v < n; ++v) oracle_equal("distance", v, distance[v], should[v]);
  free(should);
  free(done);
}

static void judge_components(const Graph *g, const int *parent) {
  int *queue = malloc((size_t)g->nodes * sizeof(int));
  int *should = malloc((size_t)g->nodes * sizeof(int)), isolated = 0;
  for (int v = 0; v < g->nodes; ++v) should[v] = -1;
  for (int v = 0; v < g->nodes; ++v) {
    if (should[v] >= 0) continue;
    int head = 0, tail = 1;
    queue[0] = v;
    should[v] = v;
    while (head < tail) {
      int from = queue[head++];
      for (int e = g->start[from]; e < g->start[from + 1]; ++e)
        if (should[g->end[e]] < 0) should[queue[tail++] = g->end[e]] = v;
    }
    isolated += tail == 1;
  }
  for (int v = 0; v < g->nodes; ++v) oracle_equal("component", v, parent[v], should[v]);
  oracle_holds(isolated >= 2, "isolated nodes", isolated, "2 or more");
  free(queue);
  free(should);
}

int main(void) {
  uint64_t random = 12;
  Graph g = mesh(16, &random);
  const int n = g.nodes, edges = g.edges, *start = g.start, *end = g.end, *weight = g.weight;
  int *result = malloc((size_t)n * sizeof(int));
#pragma omp target enter data map(to : start[0 : n + 1], end[0 : edges], weight[0 : edges])
  for (int source = 3; source < n; source += 100) {
    int depth = breadth_first(&g, source, result);
    judge_levels(&g, source, result, depth);
    int rounds = shortest_paths(&g, source, result);
    judge_distances(&g, source, result);
    oracle_holds(rounds > 1 && rounds <= n, "rounds", rounds, "at most one for each node");
  }
  components(&g, result);
  judge_components(&g, result);
#pragma omp target exit data map(release : start[0 : n + 1], end[0 : edges], weight[0 : edges])
  free(result);
  graph_free(&g);
  return oracle_verdict();
}
