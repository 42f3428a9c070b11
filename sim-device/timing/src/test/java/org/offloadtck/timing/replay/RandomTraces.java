package org.offloadtck.timing.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.offloadtck.timing.trace.AccessWord;
import org.offloadtck.timing.trace.CtaTrace;
import org.offloadtck.timing.trace.WarpTrace;

/// Traces of CTAs that no program leaves: runs of any instructions, frames, barriers that any part
/// of the warps arrives at, and accesses of few lines, so that caches hit and miss.
final class RandomTraces {

    private static final int LINES = 300;
    private static final int MOST_WARPS = 9;

    /// Of a loop most of whose iterations access the same memory.
    private static final int MOST_ITERATIONS = 60;

    private final Random random;
    private final InstructionCosts costs;
    private final int instructions;
    private int clusterCtas = 1;

    /// @param instructions of the program
    RandomTraces(long seed, InstructionCosts costs, int instructions) {
        this.random = new Random(seed);
        this.costs = costs;
        this.instructions = instructions;
    }

    /// CTAs of clusters of that many: all arrive at barriers of the next CTA and of the cluster
    /// before they wait there.
    List<CtaTrace> clusters(int count, int size) {
        clusterCtas = size;
        int warps = 1 + random.nextInt(MOST_WARPS);
        int phases = random.nextInt(4);
        return IntStream.range(0, count * size)
                .mapToObj(i -> clustered(i % size, warps, phases))
                .toList();
    }

    private CtaTrace clustered(int rank, int count, int phases) {
        var warps = new ArrayList<WarpTrace>();
        for (int i = 0; i < count; i++) {
            var control = new ArrayList<Integer>();
            var memory = new ArrayList<Integer>();
            runs(control, memory);
            int target = 1 << 4 | (rank + 1) % clusterCtas;
            control.addAll(List.of(WarpTrace.ARRIVE_REMOTELY, target, 0));
            runs(control, memory);
            control.addAll(List.of(WarpTrace.ARRIVE, 0, 0));
            runs(control, memory);
            control.addAll(List.of(WarpTrace.WAIT, 1, 0, WarpTrace.WAIT, 0, 0));
            for (int phase = 0; phase < phases; phase++) {
                runs(control, memory);
                control.addAll(List.of(WarpTrace.ARRIVE_AT_CLUSTER, phase, 0));
                runs(control, memory);
                control.addAll(List.of(WarpTrace.WAIT, 2 + phase, 0));
            }
            runs(control, memory);
            warps.add(new WarpTrace(ints(control), ints(memory)));
        }
        int[] arrivals = new int[2 + phases];
        Arrays.fill(arrivals, 0, 2, count);
        Arrays.fill(arrivals, 2, arrivals.length, count + 1);
        return new CtaTrace(warps, arrivals, IntStream.range(2, 2 + phases).toArray());
    }

    List<CtaTrace> ctas(int count) {
        int warps = 1 + random.nextInt(random.nextBoolean() ? 2 : MOST_WARPS);
        return IntStream.range(0, count).mapToObj(_ -> cta(warps)).toList();
    }

    private CtaTrace cta(int count) {
        int[] arrivals = new int[random.nextInt(4)];
        var warps = new ArrayList<WarpTrace>();
        for (int i = 0; i < count; i++) {
            warps.add(warp(arrivals));
        }
        return new CtaTrace(warps, arrivals);
    }

    /// Barriers that no warp arrives at are not waited for.
    private WarpTrace warp(int[] arrivals) {
        var control = new ArrayList<Integer>();
        var memory = new ArrayList<Integer>();
        runs(control, memory);
        for (int barrier = 0; barrier < arrivals.length; barrier++) {
            if (random.nextInt(4) > 0) {
                arrivals[barrier]++;
                control.addAll(List.of(WarpTrace.ARRIVE, barrier, 0));
                runs(control, memory);
                control.addAll(List.of(WarpTrace.WAIT, barrier, 0));
            }
            runs(control, memory);
        }
        return new WarpTrace(ints(control), ints(memory));
    }

    private static int[] ints(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    private void runs(List<Integer> control, List<Integer> memory) {
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            if (random.nextInt(4) == 0) {
                control.addAll(List.of(WarpTrace.FRAME, 40 * random.nextInt(3), 0));
            }
            if (random.nextInt(8) == 0) {
                control.addAll(List.of(WarpTrace.SLEEP, random.nextInt(200), 0));
            }
            if (random.nextInt(16) == 0) {
                control.addAll(List.of(WarpTrace.HEAP, 1 + random.nextInt(32), 0));
            }
            int first = random.nextInt(instructions);
            int length = 1 + random.nextInt(Math.min(12, instructions - first));
            boolean isLong = random.nextInt(4) == 0;
            int repeats = 1 + random.nextInt(isLong ? MOST_ITERATIONS : 8);
            control.addAll(List.of(first, length, repeats));
            var usual = accesses(first, length);
            for (int r = 0; r < repeats; r++) {
                boolean isUsual = isLong && random.nextInt(8) > 0;
                memory.addAll(isUsual ? usual : accesses(first, length));
            }
        }
    }

    private List<Integer> accesses(int first, int length) {
        var memory = new ArrayList<Integer>();
        for (int pc = first; pc < first + length; pc++) {
            if (costs.at(pc).accesses()) {
                access(memory);
            }
        }
        return memory;
    }

    private void access(List<Integer> memory) {
        if (clusterCtas > 1 && random.nextInt(4) == 0) {
            int sectors = 1 + random.nextInt(8);
            memory.add(word(AccessWord.REMOTE, sectors << 4 | random.nextInt(clusterCtas)));
            return;
        }
        switch (random.nextInt(8)) {
            case 0 -> memory.add(AccessWord.NOTHING);
            case 1 -> memory.add(word(AccessWord.SHARED, 1 + random.nextInt(4)));
            case 2 -> memory.add(word(AccessWord.CONSTANT, 1 + random.nextInt(3)));
            default -> lines(memory);
        }
    }

    /// An origin comes first, so that lines stay within some.
    private void lines(List<Integer> memory) {
        memory.add(word(AccessWord.ORIGIN, 0) | AccessWord.MORE);
        memory.add(random.nextInt(LINES));
        memory.add(0);
        int count = random.nextInt(6) == 0 ? 8 : 1;
        for (int i = 1; i <= count; i++) {
            int distance = random.nextInt(3) << AccessWord.DISTANCE_SHIFT;
            int sectors = 1 + random.nextInt(AccessWord.SECTORS);
            memory.add(distance | (i < count ? AccessWord.MORE : 0) | sectors);
        }
    }

    private static int word(int kind, int operand) {
        return kind << 5 | operand << 9;
    }
}
