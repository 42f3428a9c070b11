package org.offloadtck.conformance.plan;

import static java.util.stream.Collectors.partitioningBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/// Divides cells into shards: longest processing time first (R. L. Graham, "Bounds on
/// Multiprocessing Timing Anomalies", SIAM J. Appl. Math. 17 (1969)). The longest shard takes at
/// most 4/3 of the time of the best division.
final class ShardBalance {

    private static final Comparator<PlannedCell> LONGEST_FIRST =
            Comparator.comparingLong(PlannedCell::weight)
                    .reversed()
                    .thenComparing(PlannedCell.ORDER);

    private static final Comparator<Shard> LIGHTEST_FIRST =
            Comparator.comparingLong((Shard shard) -> shard.weight)
                    .thenComparingInt(shard -> shard.number);

    private ShardBalance() {}

    private static final class Shard {

        private final int number;
        private final List<PlannedCell> cells = new ArrayList<>();
        private long weight;

        Shard(int number) {
            this.number = number;
        }

        void add(PlannedCell cell) {
            cells.add(cell);
            weight += cell.weight();
        }
    }

    /// Divides the cells. Those that need a GPU have shards of their own, unless there is one
    /// shard: a machine with a GPU is dear.
    static List<List<PlannedCell>> divide(List<PlannedCell> cells, int count) {
        if (count < 1 || count > cells.size()) {
            throw new IllegalArgumentException(
                    "shards is %d when it should be from 1 to %d, the number of cells"
                            .formatted(count, cells.size()));
        }
        var byNeed = cells.stream().collect(partitioningBy(ShardBalance::needsGpu));
        var others = byNeed.getOrDefault(false, List.of());
        var gpu = byNeed.getOrDefault(true, List.of());
        if (count == 1 || others.isEmpty() || gpu.isEmpty()) {
            return balance(cells, count);
        }
        int share = (int) Math.round((double) count * weight(gpu) / weight(cells));
        int least = Math.max(1, count - others.size());
        int most = Math.min(gpu.size(), count - 1);
        int gpuShards = Math.clamp(share, least, most);
        return Stream.concat(
                        balance(others, count - gpuShards).stream(),
                        balance(gpu, gpuShards).stream())
                .toList();
    }

    private static boolean needsGpu(PlannedCell cell) {
        return cell.resource() == ResourceClass.GPU;
    }

    private static long weight(List<PlannedCell> cells) {
        return cells.stream().mapToLong(PlannedCell::weight).sum();
    }

    private static List<List<PlannedCell>> balance(List<PlannedCell> cells, int count) {
        var shards = new ArrayList<Shard>();
        for (int number = 0; number < count; number++) {
            shards.add(new Shard(number));
        }
        var queue = new PriorityQueue<>(LIGHTEST_FIRST);
        queue.addAll(shards);
        for (var cell : cells.stream().sorted(LONGEST_FIRST).toList()) {
            var shard = queue.remove();
            shard.add(cell);
            queue.add(shard);
        }
        return shards.stream().map(shard -> List.copyOf(shard.cells)).toList();
    }
}
