// A query on tables of columns: orders are filtered, joined with customers by a hash table that
// threads build with compare-and-swap, grouped by region and month with sums, counts and extremes by
// atomics, and the groups sorted by a bitonic network. The oracle is the same query by maps.
#include "executables/oracle.hpp"
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace {

#pragma omp declare target
constexpr long EMPTY = -1;
constexpr int REGIONS = 6, MONTHS = 12, GROUPS = REGIONS * MONTHS, SORTED = 128;

inline unsigned hash(long key) {
  unsigned long x = static_cast<unsigned long>(key) * 0x9E3779B97F4A7C15ul;
  return static_cast<unsigned>(x >> 40);
}
#pragma omp end declare target

struct Customers {
  std::vector<long> id;
  std::vector<int> region;
};

struct Orders {
  std::vector<long> customer, amount; // amounts in cents
  std::vector<int> month;
};

struct Group {
  long sum, count, least, most;
};

// Slots of keys and of the rows they stand for; a power of two.
class HashTable {
public:
  explicit HashTable(int rows) : size(slots_for(rows)), keys(size, EMPTY), rows(size, -1) {
    long *k = keys.data();
    int *r = this->rows.data();
    const int n = size;
#pragma omp target enter data map(to : k[0 : n], r[0 : n])
  }
  HashTable(const HashTable &) = delete;
  HashTable &operator=(const HashTable &) = delete;
  ~HashTable() {
    long *k = keys.data();
    int *r = rows.data();
    const int n = size;
#pragma omp target exit data map(delete : k[0 : n], r[0 : n])
  }

  // Keys that came twice keep one of their rows, the least; how many rows found their key taken.
  int build(const std::vector<long> &ids) {
    const int n = static_cast<int>(ids.size()), mask = size - 1, length = size;
    const long *id = ids.data();
    long *key = keys.data();
    int *row = rows.data();
    int duplicates = 0;
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64)                      \
    map(to : id[0 : n]) map(present, alloc : key[0 : length], row[0 : length])                      \
    map(tofrom : duplicates) reduction(+ : duplicates)
    for (int i = 0; i < n; ++i) {
      unsigned slot = hash(id[i]) & mask;
      for (;;) {
        long was;
#pragma omp atomic compare capture
        { was = key[slot]; if (key[slot] == EMPTY) { key[slot] = id[i]; } }
        if (was == EMPTY || was == id[i]) {
          duplicates += was != EMPTY;
          break;
        }
        slot = (slot + 1) & mask;
      }
      unsigned mine = static_cast<unsigned>(i);
      unsigned *place = reinterpret_cast<unsigned *>(row + slot);
#pragma omp atomic compare
      if (*place > mine) { *place = mine; }
    }
    return duplicates;
  }

  // The row of each key, or -1; how many were found.
  int probe(const std::vector<long> &wanted, const std::vector<char> &chosen, int *found) const {
    const int n = static_cast<int>(wanted.size()), mask = size - 1, length = size;
    const long *want = wanted.data(), *key = keys.data();
    const char *choose = chosen.data();
    const int *row = rows.data();
    int hits = 0;
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(64)                      \
    map(to : want[0 : n], choose[0 : n]) map(present, alloc : key[0 : length], row[0 : length])     \
    map(present, alloc : found[0 : n]) map(tofrom : hits) reduction(+ : hits)
    for (int i = 0; i < n; ++i) {
      found[i] = -1;
      if (!choose[i]) continue;
      for (unsigned slot = hash(want[i]) & mask; key[slot] != EMPTY; slot = (slot + 1) & mask)
        if (key[slot] == want[i]) {
          found[i] = row[slot];
          ++hits;
          break;
        }
    }
    return hits;
  }

private:
  static int slots_for(int rows) {
    int slots = 2;
    while (slots < 2 * rows) slots *= 2;
    return slots;
  }

  const int size;
  std::vector<long> keys;
  std::vector<int> rows;
};

// Orders of at least `low` and below `high` cents.
std::vector<char> choose(const Orders &orders, long low, long high) {
  const int n = static_cast<int>(orders.amount.size());
  std::vector<char> chosen(n);
  const long *amount = orders.amount.data();
  char *choice = chosen.data();
#pragma omp target teams distribute parallel for map(to : amount[0 : n]) map(from : choice[0 : n])
  for (int i = 0; i < n; ++i) choice[i] = amount[i] >= low && amount[i] < high;
  return chosen;
}

// Sums, counts and extremes by region and month.
void aggregate(const Orders &orders, const Customers &customers, const int *joined, Group *groups) {
  const int n = static_cast<int>(orders.amount.size());
  const int people = static_cast<int>(customers.region.size());
  const long *amount = orders.amount.data();
  const int *month = orders.month.data(), *region = customers.region.data();
#pragma omp target teams distribute parallel for map(present, alloc : joined[0 : n])                \
    map(to : amount[0 : n], month[0 : n], region[0 : people]) map(tofrom : groups[0 : GROUPS])
  for (int i = 0; i < n; ++i) {
    if (joined[i] < 0) continue;
    const long cents = amount[i];
    Group &group = groups[region[joined[i]] * MONTHS + month[i]];
#pragma omp atomic update
    group.sum += cents;
#pragma omp atomic update
    group.count += 1;
#pragma omp atomic compare
    if (group.least > cents) { group.least = cents; }
#pragma omp atomic compare
    if (group.most < cents) { group.most = cents; }
  }
}

struct Ranked {
  long sum;
  int group;
};

#pragma omp declare target
// By falling sums, and of equal ones by rising groups.
inline bool comes_before(const Ranked &a, const Ranked &b) {
  return a.sum != b.sum ? a.sum > b.sum : a.group < b.group;
}
#pragma omp end declare target

// Batcher's bitonic sort in one team; places without a group come last.
void rank(const Group *groups, Ranked *ranked) {
#pragma omp target teams num_teams(1) thread_limit(64) map(to : groups[0 : GROUPS])                 \
    map(from : ranked[0 : SORTED])
  {
#pragma omp parallel for
    for (int i = 0; i < SORTED; ++i) ranked[i] = {i < GROUPS ? groups[i].sum : -1, i};
    for (int block = 2; block <= SORTED; block *= 2)
      for (int apart = block / 2; apart > 0; apart /= 2) {
#pragma omp parallel for
        for (int i = 0; i < SORTED; ++i) {
          const int other = i ^ apart;
          if (other < i) continue;
          const bool rising = (i & block) == 0;
          if (comes_before(ranked[other], ranked[i]) == rising) {
            const Ranked kept = ranked[i];
            ranked[i] = ranked[other];
            ranked[other] = kept;
          }
        }
      }
  }
}

Customers make_customers(int n, oracle::Generator &random) {
  Customers customers;
  for (int i = 0; i < n; ++i) {
    customers.id.push_back(i % 10 == 9 ? customers.id[random.below(i)] : random.below(1L << 40));
    customers.region.push_back(static_cast<int>(random.below(REGIONS)));
  }
  return customers;
}

// One order in five is of a customer that nobody knows.
Orders make_orders(int n, const Customers &customers, oracle::Generator &random) {
  Orders orders;
  const long people = static_cast<long>(customers.id.size());
  for (int i = 0; i < n; ++i) {
    const bool unknown = random.below(5) == 0;
    orders.customer.push_back(unknown ? (1L << 41) + i : customers.id[random.below(people)]);
    orders.amount.push_back(random.below(100000));
    orders.month.push_back(static_cast<int>(random.below(MONTHS)));
  }
  return orders;
}

void query(int people, int sales, oracle::Generator &random) {
  const auto customers = make_customers(people, random);
  const auto orders = make_orders(sales, customers, random);
  const long low = 5000, high = 90000;
  std::vector<int> joined(sales);
  std::vector<Group> groups(GROUPS, Group{0, 0, 1L << 60, -1}), should = groups;
  std::vector<Ranked> ranked(SORTED);
  HashTable table(people);
  const int duplicates = table.build(customers.id);
  const auto chosen = choose(orders, low, high);
  int *join = joined.data(), hits = 0;
#pragma omp target data map(from : join[0 : sales])
  {
    hits = table.probe(orders.customer, chosen, join);
    aggregate(orders, customers, join, groups.data());
  }
  rank(groups.data(), ranked.data());

  std::map<long, int> first_row;
  int duplicates_on_host = 0, hits_on_host = 0;
  for (int i = 0; i < people; ++i) duplicates_on_host += !first_row.emplace(customers.id[i], i).second;
  for (int i = 0; i < sales; ++i) {
    const auto found = first_row.find(orders.customer[i]);
    const bool hit = orders.amount[i] >= low && orders.amount[i] < high && found != first_row.end();
    oracle::equal("row of the customer", i, joined[i], hit ? found->second : -1);
    if (!hit) continue;
    ++hits_on_host;
    Group &group = should[customers.region[found->second] * MONTHS + orders.month[i]];
    group = {group.sum + orders.amount[i], group.count + 1, std::min(group.least, orders.amount[i]),
             std::max(group.most, orders.amount[i])};
  }
  oracle::equal("keys that came twice", 0, duplicates, duplicates_on_host);
  oracle::equal("orders with a customer", 0, hits, hits_on_host);
  std::vector<Ranked> order;
  for (int g = 0; g < GROUPS; ++g) {
    oracle::equal("sum of a group", g, groups[g].sum, should[g].sum);
    oracle::equal("count of a group", g, groups[g].count, should[g].count);
    oracle::equal("least of a group", g, groups[g].least, should[g].least);
    oracle::equal("most of a group", g, groups[g].most, should[g].most);
    order.push_back({should[g].sum, g});
  }
  std::sort(order.begin(), order.end(), comes_before);
  for (int g = 0; g < GROUPS; ++g) oracle::equal("group by rank", g, ranked[g].group, order[g].group);
}

} // namespace

int main() {
  oracle::Generator random(28);
  query(150, 900, random);
  query(20, 60, random);
  return oracle::verdict();
}
