// Gravitation by Barnes and Hut: the host builds a quadtree of nodes that name each other by number;
// the device computes the nodes' masses bottom up, level by level, and walks the tree for each body
// with a stack of its own. The oracles are the same walk by recursion, and the sum over all pairs.
#include "executables/oracle.hpp"
#include <cmath>
#include <vector>

namespace {

constexpr int NONE = -1, DEEPEST = 40;

struct Body {
  double x, y, mass;
};

// A square of the plane. A leaf has at most one body.
struct Node {
  double x, y, half;       // centre, and half of an edge
  double mass, cx, cy;     // of what lies in it, and its centre
  int child[4];
  int body;
  int level;
};

class Tree {
public:
  explicit Tree(const std::vector<Body> &bodies) : all(bodies) {
    make(0.5, 0.5, 0.5, 0);
    for (int i = 0; i < static_cast<int>(all.size()); ++i) insert(i);
  }
  std::vector<Node> nodes;

  int depth() const {
    int deepest = 0;
    for (const auto &node : nodes) deepest = node.level > deepest ? node.level : deepest;
    return deepest;
  }

private:
  int make(double x, double y, double half, int level) {
    nodes.push_back({x, y, half, 0, 0, 0, {NONE, NONE, NONE, NONE}, NONE, level});
    return static_cast<int>(nodes.size()) - 1;
  }

  static int quarter(const Node &node, const Body &body) {
    return (body.x >= node.x ? 1 : 0) + (body.y >= node.y ? 2 : 0);
  }

  int child_for(int at, const Body &body) {
    const int which = quarter(nodes[at], body);
    if (nodes[at].child[which] == NONE) {
      const double half = nodes[at].half / 2;
      const double x = nodes[at].x + (which & 1 ? half : -half);
      const double y = nodes[at].y + (which & 2 ? half : -half);
      const int made = make(x, y, half, nodes[at].level + 1);
      nodes[at].child[which] = made;
    }
    return nodes[at].child[which];
  }

  bool is_leaf(int at) const {
    for (int child : nodes[at].child)
      if (child != NONE) return false;
    return true;
  }

  void insert(int body) {
    int at = 0;
    while (!is_leaf(at) || nodes[at].body != NONE) {
      if (nodes[at].body != NONE) {
        const int pushed = nodes[at].body;
        nodes[at].body = NONE;
        nodes[child_for(at, all[pushed])].body = pushed;
      }
      at = child_for(at, all[body]);
    }
    nodes[at].body = body;
  }

  const std::vector<Body> &all;
};

#pragma omp declare target
constexpr double SOFTENING = 1e-3;

struct Pull {
  double x, y;
};

inline Pull between(double dx, double dy, double mass) {
  const double square = dx * dx + dy * dy + SOFTENING * SOFTENING;
  const double factor = mass / (square * std::sqrt(square));
  return {dx * factor, dy * factor};
}

// Whether the node is seen from a point under an angle below theta.
inline bool is_far(const Node &node, double dx, double dy, double theta) {
  return 4 * node.half * node.half < theta * theta * (dx * dx + dy * dy);
}
#pragma omp end declare target

// Mass and centre of the nodes of one level, whose children are done.
void summarise(Node *nodes, int count, const Body *bodies, int n, int level) {
#pragma omp target teams distribute parallel for map(present, alloc : nodes[0 : count], bodies[0 : n])
  for (int k = 0; k < count; ++k) {
    if (nodes[k].level != level) continue;
    Node &node = nodes[k];
    double mass = 0, x = 0, y = 0;
    if (node.body != NONE) {
      const Body body = bodies[node.body];
      mass = body.mass;
      x = body.x * body.mass;
      y = body.y * body.mass;
    }
    for (int which = 0; which < 4; ++which) {
      if (node.child[which] == NONE) continue;
      const Node &child = nodes[node.child[which]];
      mass += child.mass;
      x += child.cx * child.mass;
      y += child.cy * child.mass;
    }
    node.mass = mass;
    node.cx = x / mass;
    node.cy = y / mass;
  }
}

// The pull on each body, and how many nodes all walks used.
long walk(const Node *nodes, int count, const Body *bodies, Pull *pulls, int n, double theta) {
  long visits = 0;
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64)                      \
    map(present, alloc : nodes[0 : count], bodies[0 : n]) map(from : pulls[0 : n])                  \
    map(tofrom : visits) reduction(+ : visits)
  for (int i = 0; i < n; ++i) {
    int stack[3 * DEEPEST + 4];
    int top = 0;
    stack[top++] = 0;
    Pull sum{0, 0};
    while (top > 0) {
      const Node &node = nodes[stack[--top]];
      const double dx = node.cx - bodies[i].x, dy = node.cy - bodies[i].y;
      if (node.body == i) continue;
      if (node.body != NONE || is_far(node, dx, dy, theta)) {
        const Pull part = between(dx, dy, node.mass);
        sum.x += part.x;
        sum.y += part.y;
        ++visits;
      } else {
        for (int which = 3; which >= 0; --which)
          if (node.child[which] != NONE) stack[top++] = node.child[which];
      }
    }
    pulls[i] = sum;
  }
  return visits;
}

// The same walk on the host, by recursion.
Pull recurse(const Tree &tree, const std::vector<Body> &bodies, int at, int i, double theta,
             long &visits) {
  const Node &node = tree.nodes[at];
  if (node.body == i) return {0, 0};
  const double dx = node.cx - bodies[i].x, dy = node.cy - bodies[i].y;
  if (node.body != NONE || is_far(node, dx, dy, theta)) {
    ++visits;
    return between(dx, dy, node.mass);
  }
  Pull sum{0, 0};
  for (int child : node.child) {
    if (child == NONE) continue;
    const Pull part = recurse(tree, bodies, child, i, theta, visits);
    sum.x += part.x;
    sum.y += part.y;
  }
  return sum;
}

std::vector<Pull> all_pairs(const std::vector<Body> &bodies) {
  std::vector<Pull> pulls(bodies.size(), Pull{0, 0});
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < bodies.size(); ++j) {
      if (i == j) continue;
      const Pull part = between(bodies[j].x - bodies[i].x, bodies[j].y - bodies[i].y, bodies[j].mass);
      pulls[i].x += part.x;
      pulls[i].y += part.y;
    }
  return pulls;
}

// The mean of the relative deviations from the sum over all pairs.
double mean_error(const std::vector<Pull> &pulls, const std::vector<Pull> &exact) {
  double sum = 0;
  for (std::size_t i = 0; i < pulls.size(); ++i)
    sum += std::hypot(pulls[i].x - exact[i].x, pulls[i].y - exact[i].y) /
           std::hypot(exact[i].x, exact[i].y);
  return sum / static_cast<double>(pulls.size());
}

// Half of the bodies in a cluster, so that the tree is deep at one place.
std::vector<Body> galaxy(int n, oracle::Generator &random) {
  std::vector<Body> bodies;
  for (int i = 0; i < n; ++i) {
    const double spread = i % 2 == 0 ? 0.5 : 0.02;
    bodies.push_back({0.5 + random.real(-spread, spread), 0.5 + random.real(-spread, spread),
                      random.real(0.5, 1.5)});
  }
  return bodies;
}

} // namespace

int main() {
  oracle::Generator random(7);
  const auto bodies = galaxy(300, random);
  Tree tree(bodies);
  const int n = static_cast<int>(bodies.size()), count = static_cast<int>(tree.nodes.size());
  oracle::holds(tree.depth() < DEEPEST, "depth", tree.depth(), "below the stack's");
  std::vector<Pull> exact = all_pairs(bodies), coarse(n), fine(n);
  Node *nodes = tree.nodes.data();
  const Body *places = bodies.data();
  long visits = 0, all_visits = 0;
#pragma omp target data map(tofrom : nodes[0 : count]) map(to : places[0 : n])
  {
    for (int level = tree.depth(); level >= 0; --level) summarise(nodes, count, places, n, level);
    visits = walk(nodes, count, places, coarse.data(), n, 0.6);
    all_visits = walk(nodes, count, places, fine.data(), n, 0);
  }
  double mass = 0;
  for (const auto &body : bodies) mass += body.mass;
  oracle::within("mass of the root", 0, tree.nodes[0].mass, mass, 1e-9);
  long visits_of_host = 0;
  for (int i = 0; i < n; ++i) {
    const Pull should = recurse(tree, bodies, 0, i, 0.6, visits_of_host);
    const double bound = 1e-10 * (1 + std::hypot(should.x, should.y));
    oracle::within("pull along x", i, coarse[i].x, should.x, bound);
    oracle::within("pull along y", i, coarse[i].y, should.y, bound);
    oracle::within("pull of all pairs", i, fine[i].x, exact[i].x, 1e-9 * (1 + std::fabs(exact[i].x)));
  }
  oracle::within("visits", 0, visits, visits_of_host, 2);
  oracle::equal("visits of all pairs", 0, all_visits, static_cast<long>(n) * (n - 1));
  oracle::holds(mean_error(coarse, exact) < 0.02, "mean error in thousandths",
                std::lround(1000 * mean_error(coarse, exact)), "below 20");
  return oracle::verdict();
}
