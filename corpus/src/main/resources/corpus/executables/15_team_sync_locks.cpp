// Up to four teams add to the same words without synchronising, so an addition of another team may
// be lost: what is left is what was there plus the numbers of some of the teams, the last writer's
// among them. The first two words are counted up besides, at most once a team.
#include "ptx/src/15_team_sync_locks.cpp"
#include "executables/oracle.hpp"
#include <vector>

int main() {
  const int n = 64;
  std::vector<int> x(n);
  for (int i = 0; i < n; ++i) x[i] = 100 * i;
  f(x.data(), n);
  for (int i = 0; i < n; ++i) {
    const int added = x[i] - 100 * i;
    const int most = 0 + 1 + 2 + 3 + (i < 2 ? 4 : 0);
    oracle::holds(added >= 0 && added <= most, "added to a word", added, "what some of the teams add");
  }
  return oracle::verdict();
}
