// PageRank on a directed graph by power iteration: pull over the incoming edges in CSR form, with
// dangling nodes and a damping factor, and once more by pushing along the outgoing edges with
// atomics. Ranks are compared with the host's, and with a graph whose ranks are known.
#include "executables/oracle.hpp"
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace {

constexpr double DAMPING = 0.85;

using Edge = std::pair<int, int>;

// Offsets and ends of the edges of each node, in either direction.
struct Graph {
  int nodes = 0;
  std::vector<int> out_start, out_end, in_start, in_end;

  int edges() const { return static_cast<int>(out_end.size()); }
};

void fill(std::vector<Edge> edges, int nodes, std::vector<int> &start, std::vector<int> &end) {
  std::sort(edges.begin(), edges.end());
  start.assign(nodes + 1, 0);
  for (const auto &edge : edges) ++start[edge.first + 1];
  for (int v = 0; v < nodes; ++v) start[v + 1] += start[v];
  for (const auto &edge : edges) end.push_back(edge.second);
}

Graph graph_of(int nodes, std::vector<Edge> edges) {
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  Graph graph;
  graph.nodes = nodes;
  fill(edges, nodes, graph.out_start, graph.out_end);
  for (auto &edge : edges) std::swap(edge.first, edge.second);
  fill(edges, nodes, graph.in_start, graph.in_end);
  return graph;
}

// The device's view: pointers to what is mapped as long as it lives.
class DeviceGraph {
public:
  explicit DeviceGraph(const Graph &graph)
      : nodes(graph.nodes), edges(graph.edges()), out_start(graph.out_start.data()),
        out_end(graph.out_end.data()), in_start(graph.in_start.data()),
        in_end(graph.in_end.data()) {
#pragma omp target enter data map(to : out_start[0 : nodes + 1], in_start[0 : nodes + 1])           \
    map(to : out_end[0 : edges], in_end[0 : edges])
  }
  DeviceGraph(const DeviceGraph &) = delete;
  DeviceGraph &operator=(const DeviceGraph &) = delete;
  ~DeviceGraph() {
#pragma omp target exit data map(release : out_start[0 : nodes + 1], in_start[0 : nodes + 1])       \
    map(release : out_end[0 : edges], in_end[0 : edges])
  }

  const int nodes, edges;
  const int *const out_start, *const out_end, *const in_start, *const in_end;
};

// The rank that nodes without outgoing edges give to all.
double dangling(const DeviceGraph &graph, const double *rank) {
  const int n = graph.nodes;
  const int *start = graph.out_start;
  double sum = 0;
#pragma omp target teams distribute parallel for num_teams(3) map(tofrom : sum)                     \
    map(present, alloc : start[0 : n + 1], rank[0 : n]) reduction(+ : sum)
  for (int v = 0; v < n; ++v)
    if (start[v] == start[v + 1]) sum += rank[v];
  return sum;
}

void pull(const DeviceGraph &graph, double base, const double *rank, double *next) {
  const int n = graph.nodes, edges = graph.edges;
  const int *in_start = graph.in_start, *in_end = graph.in_end, *out_start = graph.out_start;
#pragma omp target teams distribute parallel for map(present, alloc : rank[0 : n], next[0 : n])     \
    map(present, alloc : in_start[0 : n + 1], out_start[0 : n + 1], in_end[0 : edges])
  for (int v = 0; v < n; ++v) {
    double sum = 0;
    for (int e = in_start[v]; e < in_start[v + 1]; ++e) {
      const int from = in_end[e];
      sum += rank[from] / (out_start[from + 1] - out_start[from]);
    }
    next[v] = base + DAMPING * sum;
  }
}

void push(const DeviceGraph &graph, double base, const double *rank, double *next) {
  const int n = graph.nodes, edges = graph.edges;
  const int *out_start = graph.out_start, *out_end = graph.out_end;
#pragma omp target teams distribute parallel for map(present, alloc : next[0 : n])
  for (int v = 0; v < n; ++v) next[v] = base;
#pragma omp target teams distribute parallel for map(present, alloc : rank[0 : n], next[0 : n])     \
    map(present, alloc : out_start[0 : n + 1], out_end[0 : edges])
  for (int v = 0; v < n; ++v) {
    const int degree = out_start[v + 1] - out_start[v];
    for (int e = out_start[v]; e < out_start[v + 1]; ++e) {
#pragma omp atomic update
      next[out_end[e]] += DAMPING * rank[v] / degree;
    }
  }
}

double difference(const double *a, const double *b, int n) {
  double sum = 0;
#pragma omp target teams distribute parallel for map(present, alloc : a[0 : n], b[0 : n])           \
    map(tofrom : sum) reduction(+ : sum)
  for (int v = 0; v < n; ++v) sum += std::fabs(a[v] - b[v]);
  return sum;
}

using Spread = void (*)(const DeviceGraph &, double, const double *, double *);

struct Result {
  std::vector<double> rank;
  int rounds;
};

Result rank_on_device(const Graph &graph, Spread spread, double enough) {
  const int n = graph.nodes;
  std::vector<double> first(n, 1.0 / n), second(n);
  double *rank = first.data(), *next = second.data();
  int rounds = 0;
  DeviceGraph device(graph);
#pragma omp target enter data map(to : rank[0 : n]) map(alloc : next[0 : n])
  double moved = 1;
  for (; moved > enough && rounds < 200; ++rounds) {
    const double base = (1 - DAMPING + DAMPING * dangling(device, rank)) / n;
    spread(device, base, rank, next);
    moved = difference(rank, next, n);
    std::swap(rank, next);
  }
#pragma omp target exit data map(from : rank[0 : n]) map(release : next[0 : n])
  return {std::vector<double>(rank, rank + n), rounds};
}

std::vector<double> rank_on_host(const Graph &graph, int rounds) {
  const int n = graph.nodes;
  std::vector<double> rank(n, 1.0 / n), next(n);
  for (int round = 0; round < rounds; ++round) {
    double lost = 0;
    std::fill(next.begin(), next.end(), 0);
    for (int v = 0; v < n; ++v) {
      const int degree = graph.out_start[v + 1] - graph.out_start[v];
      if (degree == 0) lost += rank[v];
      for (int e = graph.out_start[v]; e < graph.out_start[v + 1]; ++e)
        next[graph.out_end[e]] += rank[v] / degree;
    }
    for (int v = 0; v < n; ++v) next[v] = (1 - DAMPING) / n + DAMPING * (next[v] + lost / n);
    rank.swap(next);
  }
  return rank;
}

// A graph in which few nodes get most edges, and some have none to give.
Graph scale_free(int nodes, int edges, oracle::Generator &random) {
  std::vector<Edge> chosen;
  for (int e = 0; e < edges; ++e) {
    const int from = static_cast<int>(random.below(nodes));
    const double skewed = random.real(0, 1);
    const int to = static_cast<int>(skewed * skewed * skewed * nodes);
    if (from % 9 != 0 && from != to) chosen.emplace_back(from, to);
  }
  return graph_of(nodes, chosen);
}

void judge(const char *name, const Graph &graph, Spread spread) {
  const auto result = rank_on_device(graph, spread, 1e-12);
  const auto should = rank_on_host(graph, result.rounds);
  double sum = 0;
  for (int v = 0; v < graph.nodes; ++v) {
    oracle::within(name, v, result.rank[v], should[v], 1e-13);
    sum += result.rank[v];
  }
  oracle::within("sum of the ranks", 0, sum, 1, 1e-12);
  oracle::holds(result.rounds > 10 && result.rounds < 200, "rounds", result.rounds, "between");
}

// All nodes of a ring are alike. Of a star's, the centre c and each of m rays r satisfy
// c = q/n + d m r and r = q/n + d c/m with q = 1 - d, n = m + 1.
void known_ranks() {
  const int m = 24, n = m + 1;
  std::vector<Edge> ring, star;
  for (int v = 0; v < n; ++v) ring.emplace_back(v, (v + 1) % n);
  for (int v = 1; v < n; ++v) {
    star.emplace_back(0, v);
    star.emplace_back(v, 0);
  }
  const auto even = rank_on_device(graph_of(n, ring), pull, 1e-14).rank;
  for (int v = 0; v < n; ++v) oracle::within("rank in a ring", v, even[v], 1.0 / n, 1e-14);
  const auto rays = rank_on_device(graph_of(n, star), pull, 1e-14).rank;
  const double share = (1 - DAMPING) / n;
  const double centre = (share + DAMPING * m * share) / (1 - DAMPING * DAMPING);
  oracle::within("centre of a star", 0, rays[0], centre, 1e-12);
  for (int v = 1; v < n; ++v)
    oracle::within("ray of a star", v, rays[v], share + DAMPING * centre / m, 1e-12);
}

} // namespace

int main() {
  oracle::Generator random(11);
  const auto graph = scale_free(220, 1500, random);
  judge("rank by pulling", graph, pull);
  judge("rank by pushing", graph, push);
  known_ranks();
  return oracle::verdict();
}
