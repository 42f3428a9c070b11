package org.offloadtck.checks.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// [AccessCells] hold what an array of the same cells would hold.
class AccessCellsProperties {

    private static final int CELLS = 5 * AccessCells.LINE;

    /// Numbers of accesses before the launch, and in all.
    private static final int BASE = 3;

    private static final int NUMBERS = 40;
    private static final int STEPS = 40;

    /// Cells and the array they are compared with.
    private static final class Pair {

        private final Random choice;
        private final AccessCells cells = new AccessCells(CELLS);
        private int[] plain = new int[CELLS];

        Pair(long seed) {
            this.choice = new Random(seed);
        }

        /// The cell of the first of `lanes` lanes that follow one another.
        private int access(int lanes) {
            int lane = choice.nextInt(Integer.SIZE + 1 - lanes);
            return AccessTable.cell(1 + choice.nextInt(NUMBERS - 1), lane);
        }

        void step() {
            switch (choice.nextInt(7)) {
                case 0 -> set(choice.nextInt(plain.length), access(1));
                case 1 -> set(choice.nextInt(plain.length), 0);
                case 2 -> line(access(AccessCells.LINE));
                case 3, 4 -> range();
                case 5 -> clear();
                default -> renumber();
            }
        }

        private void set(int cell, int access) {
            cells.set(cell, access);
            plain[cell] = access;
        }

        private void line(int access) {
            int from = choice.nextInt(plain.length / AccessCells.LINE) * AccessCells.LINE;
            cells.setLine(from, access);
            fill(from, from + AccessCells.LINE, access);
        }

        private void range() {
            int lanes = 1 + choice.nextInt(Integer.SIZE);
            int from = choice.nextInt(plain.length - lanes);
            int access = access(lanes);
            cells.setAll(from, from + lanes, access);
            fill(from, from + lanes, access);
        }

        private void fill(int from, int to, int access) {
            for (int cell = from; cell < to; cell++) {
                plain[cell] = access + cell - from;
            }
        }

        private void clear() {
            int from = choice.nextInt(plain.length);
            int to = from + choice.nextInt(plain.length - from);
            cells.clear(from, to);
            Arrays.fill(plain, from, to, 0);
        }

        /// Frees the numbers that no cell holds.
        private void renumber() {
            boolean[] isUsed = used();
            int[] moved = new int[isUsed.length];
            for (int i = 1; i < moved.length; i++) {
                moved[i] = moved[i - 1] + (isUsed[i] ? 1 : 0);
            }
            var by = new AccessRenumbering(BASE, moved);
            cells.renumber(by);
            Arrays.setAll(plain, i -> by.ofCell(plain[i]));
        }

        boolean[] used() {
            var isUsed = new boolean[NUMBERS - BASE];
            cells.collect(BASE, isUsed);
            return isUsed;
        }

        void split() {
            int[] words = plain;
            cells.split(2);
            plain = new int[words.length << 2];
            Arrays.setAll(plain, i -> words[i >> 2]);
        }

        void compare() {
            assertThat(IntStream.range(0, plain.length).map(cells::get)).containsExactly(boxed());
            var isUsed = new boolean[NUMBERS - BASE];
            for (int cell : plain) {
                int number = AccessTable.number(cell);
                if (number > BASE) {
                    isUsed[number - BASE] = true;
                }
            }
            assertThat(used()).isEqualTo(isUsed);
        }

        private Integer[] boxed() {
            return Arrays.stream(plain).boxed().toArray(Integer[]::new);
        }
    }

    @Property(tries = 200, seed = "19")
    void holdWhatAnArrayHolds(@ForAll long seed) {
        var pair = new Pair(seed);
        for (int i = 0; i < STEPS; i++) {
            pair.step();
            pair.compare();
        }
    }

    @Property(tries = 50, seed = "23")
    void holdTheSameAfterADivision(@ForAll long seed) {
        var pair = new Pair(seed);
        for (int i = 0; i < STEPS; i++) {
            pair.step();
        }
        pair.split();
        for (int i = 0; i < STEPS; i++) {
            pair.compare();
            pair.step();
        }
        pair.compare();
    }
}
