// Ordered maps in unified memory: a treap that the host builds from nodes of its heap, which regions
// search, sum and update by following the host's pointers; a hash table with chains whose nodes regions
// insert by compare-and-swap from a pool; and what either leaves is read by the other without a copy.
#include "executables/oracle.hpp"
#include <algorithm>
#include <map>
#include <vector>

#pragma omp requires unified_shared_memory

namespace {

struct Node {
  int key, priority;
  long value;
  int searches;
  Node *left, *right;
};

// A search tree by keys that is a heap by priorities. The nodes are the host's.
class Treap {
public:
  Treap() = default;
  Treap(const Treap &) = delete;
  Treap &operator=(const Treap &) = delete;
  ~Treap() { discard(top); }

  void insert(int key, long value, int priority) {
    Node **at = &top;
    while (*at != nullptr && (*at)->priority >= priority)
      at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    auto *node = new Node{key, priority, value, 0, nullptr, nullptr};
    split(*at, key, node->left, node->right);
    *at = node;
  }
  Node *root() const { return top; }

private:
  static void split(Node *tree, int key, Node *&left, Node *&right) {
    if (tree == nullptr) {
      left = right = nullptr;
    } else if (tree->key < key) {
      left = tree;
      split(tree->right, key, tree->right, right);
    } else {
      right = tree;
      split(tree->left, key, left, tree->left);
    }
  }
  static void discard(Node *node) {
    if (node == nullptr) return;
    discard(node->left);
    discard(node->right);
    delete node;
  }
  Node *top = nullptr;
};

#pragma omp declare target
inline Node *find(Node *node, int key) {
  while (node != nullptr && node->key != key) node = key < node->key ? node->left : node->right;
  return node;
}

// The sum of the values with keys from low to high, with a stack of nodes to come.
inline long sum_between(const Node *root, int low, int high) {
  const Node *stack[64];
  int depth = 0;
  long sum = 0;
  if (root != nullptr) stack[depth++] = root;
  while (depth > 0) {
    const Node *node = stack[--depth];
    if (node->key >= low && node->key <= high) sum += node->value;
    if (node->left != nullptr && node->key > low) stack[depth++] = node->left;
    if (node->right != nullptr && node->key < high) stack[depth++] = node->right;
  }
  return sum;
}
#pragma omp end declare target

// Searches for all keys, counts the searches in the nodes, and answers with the values, or -1.
void search(Node *root, const std::vector<int> &keys, std::vector<long> &answers) {
  const int n = static_cast<int>(keys.size());
  const int *key = keys.data();
  long *answer = answers.data();
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64)
  for (int i = 0; i < n; ++i) {
    Node *found = find(root, key[i]);
    answer[i] = found == nullptr ? -1 : found->value;
    if (found != nullptr) {
#pragma omp atomic update
      ++found->searches;
    }
  }
}

void sums(const Node *root, const std::vector<std::pair<int, int>> &ranges, std::vector<long> &results) {
  const int n = static_cast<int>(ranges.size());
  const std::pair<int, int> *range = ranges.data();
  long *result = results.data();
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) result[i] = sum_between(root, range[i].first, range[i].second);
}

// A chain of each bucket grows at its head. The pool's nodes are taken in order.
struct Entry {
  int key;
  long count;
  Entry *next;
};

class Counter {
public:
  Counter(int buckets, int room) : heads(buckets), pool(room) {}

  // Counts the keys: a thread that does not find its key prepends an entry, if the head is still the
  // one from which it searched, and else searches what came in between.
  void add(const std::vector<int> &keys) {
    const int n = static_cast<int>(keys.size()), buckets = static_cast<int>(heads.size());
    const int *key = keys.data();
    std::uintptr_t *head = heads.data();
    Entry *entries = pool.data();
    int *next_free = &used;
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(64)
    for (int i = 0; i < n; ++i) {
      std::uintptr_t *bucket = head + static_cast<unsigned>(key[i]) * 2654435761u % buckets;
      Entry *own = nullptr;
      for (bool done = false; !done;) {
        std::uintptr_t first;
#pragma omp atomic read
        first = *bucket;
#pragma omp flush
        Entry *entry = reinterpret_cast<Entry *>(first);
        while (entry != nullptr && entry->key != key[i]) entry = entry->next;
        if (entry != nullptr) {
#pragma omp atomic update
          ++entry->count;
          break;
        }
        if (own == nullptr) {
          int slot;
#pragma omp atomic capture
          slot = (*next_free)++;
          own = entries + slot;
          own->key = key[i];
          own->count = 1;
        }
        own->next = reinterpret_cast<Entry *>(first);
        const std::uintptr_t mine = reinterpret_cast<std::uintptr_t>(own);
        std::uintptr_t was;
#pragma omp flush
#pragma omp atomic compare capture
        { was = *bucket; if (*bucket == first) { *bucket = mine; } }
        done = was == first;
      }
    }
  }

  // Read by the host: entries that lost their race are in the pool, not in a chain.
  std::map<int, long> counts() const {
    std::map<int, long> all;
    for (std::uintptr_t head : heads)
      for (auto *entry = reinterpret_cast<Entry *>(head); entry != nullptr; entry = entry->next) {
        oracle::holds(all.count(entry->key) == 0, "times a key is in its chain", entry->key, "1");
        all[entry->key] = entry->count;
      }
    return all;
  }
  int entries_used() const { return used; }

private:
  std::vector<std::uintptr_t> heads;
  std::vector<Entry> pool;
  int used = 0;
};

void judge_treap(int n, oracle::Generator &random) {
  Treap treap;
  std::map<int, long> should;
  std::map<int, int> times;
  for (int i = 0; i < n; ++i) {
    const int key = static_cast<int>(random.below(5 * n));
    if (!should.emplace(key, random.below(1000)).second) continue;
    treap.insert(key, should[key], static_cast<int>(random.below(1 << 30)));
  }
  std::vector<int> keys(2 * n);
  std::vector<long> answers(2 * n);
  for (int &key : keys) ++times[key = static_cast<int>(random.below(5 * n))];
  search(treap.root(), keys, answers);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto found = should.find(keys[i]);
    oracle::equal("answer", i, answers[i], found == should.end() ? -1 : found->second);
  }
  for (const auto &entry : should) {
    Node *node = find(treap.root(), entry.first);
    oracle::holds(node != nullptr, "key", entry.first, "in the tree");
    if (node != nullptr) oracle::equal("searches", entry.first, node->searches, times[entry.first]);
  }
  std::vector<std::pair<int, int>> ranges(40);
  std::vector<long> results(40);
  for (auto &range : ranges) {
    range = {static_cast<int>(random.below(5 * n)), static_cast<int>(random.below(5 * n))};
    if (range.first > range.second) std::swap(range.first, range.second);
  }
  sums(treap.root(), ranges, results);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    long sum = 0;
    for (const auto &entry : should)
      if (entry.first >= ranges[i].first && entry.first <= ranges[i].second) sum += entry.second;
    oracle::equal("sum of a range", i, results[i], sum);
  }
}

// The host counts first, regions add, the host changes a count, and regions add again.
void judge_counter(int n, oracle::Generator &random) {
  Counter counter(37, 2 * n);
  std::map<int, long> should;
  for (int turn = 0; turn < 2; ++turn) {
    std::vector<int> keys(n);
    for (int &key : keys) ++should[key = static_cast<int>(random.below(n / 4)) * (turn + 1)];
    counter.add(keys);
  }
  const auto is = counter.counts();
  oracle::equal("different keys", 0, static_cast<long>(is.size()), static_cast<long>(should.size()));
  for (const auto &entry : should) {
    const auto found = is.find(entry.first);
    oracle::equal("count", entry.first, found == is.end() ? 0 : found->second, entry.second);
  }
  oracle::holds(counter.entries_used() >= static_cast<int>(should.size()), "entries used",
                counter.entries_used(), "one for each key at least");
}

} // namespace

int main() {
  oracle::Generator random(27);
  judge_treap(250, random);
  judge_counter(200, random);
  return oracle::verdict();
}
