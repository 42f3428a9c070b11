package org.offloadtck.checks.shadow;

import java.util.Arrays;

/// The accesses of a launch, numbered in the order they were first made: which warp made them, at
/// which instruction, by which of its groups.
///
/// Accesses of one group at one instruction between two events that order it with others have one
/// number, so that a loop does not fill the table. A *cell* is such a number and a lane, and fits
/// an `int`; 0 is no access. Numbers go on from launch to launch, so that what an earlier launch
/// left in a cell is told from its number.
public final class AccessTable {

    private static final int LANE_BITS = 5;
    private static final int FIRST_ROOM = 1 << 10;

    /// The most numbers there are; a cell stays positive.
    private static final int MOST = 1 << (Integer.SIZE - 1 - LANE_BITS);

    /// How many accesses of a launch are kept before those that no cell holds are given up.
    private static final int MANY = 1 << 20;

    private int base;
    private int last;
    private int[] actors = new int[FIRST_ROOM];
    private int[] counters = new int[FIRST_ROOM];
    private int[] masks = new int[FIRST_ROOM];

    /// The last number at each instruction, or 0.
    private int[] latest = new int[0];

    private int most = MANY;

    /// Whether it is time to [#compact].
    public boolean isCrowded() {
        return last - base >= most;
    }

    /// Whether numbers run out, so that they have to begin anew before the next launch.
    public boolean isSpent() {
        return last > MOST / 2;
    }

    /// Forgets what the numbers up to now stand for: a launch begins.
    ///
    /// @param instructions of its image
    public void begin(int instructions) {
        base = last;
        most = MANY;
        latest = new int[instructions];
    }

    /// Starts numbers again; nobody may hold any.
    public void reset() {
        base = 0;
        last = 0;
        Arrays.fill(latest, 0);
    }

    /// The last number of earlier launches.
    public int base() {
        return base;
    }

    /// The last number given.
    public int last() {
        return last;
    }

    /// The number of an access; one that was given after `since` if there is one.
    public int number(int actor, int pc, int mask, int since) {
        int found = latest[pc];
        return found > since && actors[found - base] == actor && masks[found - base] == mask
                ? found
                : add(actor, pc, mask);
    }

    private int add(int actor, int pc, int mask) {
        last++;
        int at = last - base;
        if (at == actors.length) {
            actors = Arrays.copyOf(actors, 2 * at);
            counters = Arrays.copyOf(counters, 2 * at);
            masks = Arrays.copyOf(masks, 2 * at);
        }
        actors[at] = actor;
        counters[at] = pc;
        masks[at] = mask;
        latest[pc] = last;
        return last;
    }

    public static int cell(int number, int lane) {
        return number << LANE_BITS | lane;
    }

    public static int number(int cell) {
        return cell >>> LANE_BITS;
    }

    public static int lane(int cell) {
        return cell & (1 << LANE_BITS) - 1;
    }

    /// The warp that made an access of this launch, by its number in the grid.
    public int actor(int number) {
        return actors[number - base];
    }

    public int counter(int number) {
        return counters[number - base];
    }

    /// The lanes of the group that made it.
    public int mask(int number) {
        return masks[number - base];
    }

    /// Gives the numbers that `isUsed` ones of this launch have anew, without gaps.
    ///
    /// @param isUsed by number from [#base], up to [#last]
    /// @return for each such number, how many used ones there are up to it
    public int[] compact(boolean[] isUsed) {
        int[] moved = new int[last - base + 1];
        int next = 0;
        for (int i = 1; i < moved.length; i++) {
            if (isUsed[i]) {
                next++;
                actors[next] = actors[i];
                counters[next] = counters[i];
                masks[next] = masks[i];
            }
            moved[i] = next;
        }
        last = base + next;
        most = Math.max(MANY, 2 * next);
        Arrays.fill(latest, 0);
        return moved;
    }
}
