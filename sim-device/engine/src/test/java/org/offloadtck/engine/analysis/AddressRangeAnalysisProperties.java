package org.offloadtck.engine.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.BitSet;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.text.PtxParser;

/// Random programs that compute addresses: no access that the analysis reports as one of own memory
/// is an access of global memory. Accesses are skipped, so that they cannot fault.
class AddressRangeAnalysisProperties {

    private static final int THREADS = 32;

    @Property(tries = 150, seed = "15")
    void anAccessReportedAsOwnMemoryIsNeverGlobal(@ForAll long seed) {
        var memory = GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto());
        var image = ProgramLoader.load(PtxParser.parse("random.ptx", module(seed)), memory);
        var kernel = image.kernel("k").orElseThrow();
        var own = AddressRangeAnalysis.ownAccesses(image.code(), kernel);
        var global = new BitSet();
        var options =
                LaunchOptions.of(
                                LaunchLimits.of(1, new DeviceHeap(memory, 1 << 10)),
                                HostThreads.of(1))
                        .withObserver(new GlobalAccesses(image.code().words(), global));
        var out = memory.allocate("out", 4096).orElseThrow();
        byte[] parameters = new byte[Long.BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            parameters[i] = (byte) (out.address() >>> (Byte.SIZE * i));
        }

        Grid.launch(image, kernel, LaunchShape.of(1, THREADS), parameters, options);

        assertThat(own.intersects(global)).as(module(seed)).isFalse();
    }

    /// The analysis finds many own accesses, so that the property is not vacuous.
    @Example
    void findsOwnAccessesInManyPrograms() {
        int known = 0;
        for (long seed = 0; seed < 100; seed++) {
            var memory = GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto());
            var image = ProgramLoader.load(PtxParser.parse("random.ptx", module(seed)), memory);
            var kernel = image.kernel("k").orElseThrow();
            known += AddressRangeAnalysis.ownAccesses(image.code(), kernel).cardinality();
        }

        assertThat(known).isGreaterThan(200);
    }

    /// Records the accesses whose address is in global memory.
    @SuppressWarnings("ArrayRecordComponent") // nobody compares it
    private record GlobalAccesses(int[] words, BitSet found) implements LaunchObserver {

        @Override
        public void instructionIssued(Warp warp, LaneGroup group, int active) {
            int at = group.pc() * Code.STRIDE;
            int op = words[at];
            if ((op == Op.LOAD || op == Op.STORE || op == Op.ATOMIC) && words[at + Code.A] >= 0) {
                int row = group.frame().firstRow() + words[at + Code.A];
                for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
                    long base = warp.registers()[row + Integer.numberOfTrailingZeros(rest)];
                    if (base + words[at + Code.X] >= AddressSpace.GLOBAL) {
                        found.set(group.pc());
                    }
                }
            }
        }
    }

    private static String module(long seed) {
        return """
        .version 7.0
        .target sm_75
        .address_size 64
        .shared .align 8 .b8 box[4096];
        .global .align 8 .b8 all[4096];
        .visible .entry k(.param .u64 out)
        {
        .reg .pred %%p<4>, %%never; .reg .b32 %%r<8>; .reg .b64 %%rd<10>;
        .local .align 8 .b8 depot[256];
        %s
        ret;
        }
        """
                .formatted(new Program(new Random(seed)).text());
    }

    /// Straight-line and branching code over registers with addresses and numbers.
    private static final class Program {

        private final Random random;
        private final StringBuilder text = new StringBuilder();
        private int labels;

        Program(Random random) {
            this.random = random;
        }

        String text() {
            line("mov.u32 %r1, %tid.x");
            line("ld.param.u64 %rd1, [out]");
            line("st.shared.u64 [box], %rd1");
            line("setp.ne.u32 %never, 0, 0");
            for (int i = 0; i < 40; i++) {
                statement(0);
            }
            return text.toString();
        }

        private void line(String instruction) {
            text.append(instruction).append(";\n");
        }

        private String pick(String... from) {
            return from[random.nextInt(from.length)];
        }

        private String d() {
            return "%rd" + random.nextInt(1, 5);
        }

        private String r() {
            return "%r" + random.nextInt(1, 8);
        }

        private void statement(int depth) {
            switch (random.nextInt(depth < 2 ? 14 : 11)) {
                case 0, 1 ->
                        line("mov.u64 %s, %s".formatted(d(), pick("box", "all", "depot", d())));
                case 2, 3 -> {
                    String space = pick("shared", "local", "global");
                    String variable =
                            switch (space) {
                                case "shared" -> "box";
                                case "local" -> "depot";
                                default -> "all";
                            };
                    String register = random.nextInt(3) == 0 ? d() : "%rd9";
                    line("mov.u64 %%rd9, %s".formatted(variable));
                    guarded("cvta.%s.u64 %s, %s".formatted(space, d(), register));
                }
                case 4 -> guarded(wide());
                case 5 -> guarded(narrow());
                case 6 -> line("setp.lt.u32 %%p%d, %s, %s".formatted(random.nextInt(4), r(), r()));
                case 7, 8, 9, 10 -> access();
                case 11, 12 -> branch(depth);
                default -> loop(depth);
            }
        }

        private void guarded(String instruction) {
            String guard = random.nextInt(4) == 0 ? "@%p" + random.nextInt(4) + " " : "";
            line(guard + instruction);
        }

        private String wide() {
            return switch (random.nextInt(9)) {
                case 0 -> "add.s64 %s, %s, %s".formatted(d(), d(), d());
                case 1 -> "sub.s64 %s, %s, %d".formatted(d(), d(), random.nextInt(-64, 64) * 8);
                case 2 -> "cvt.%s %s, %s".formatted(pick("u64.u32", "s64.s32"), d(), r());
                case 3 -> "mul.wide.%s %s, %s, 8".formatted(pick("u32", "s32"), d(), r());
                case 4 -> "mad.wide.u32 %s, %s, 8, %s".formatted(d(), r(), d());
                case 5 -> "and.b64 %s, %s, %d".formatted(d(), d(), random.nextInt(1 << 12));
                case 6 -> "shl.b64 %s, %s, %d".formatted(d(), d(), random.nextInt(50));
                case 7 -> "selp.b64 %s, %s, %s, %%p1".formatted(d(), d(), d());
                default -> "mul.lo.s64 %s, %s, %s".formatted(d(), d(), d());
            };
        }

        private String narrow() {
            return switch (random.nextInt(4)) {
                case 0 -> "add.s32 %s, %s, %s".formatted(r(), r(), r());
                case 1 -> "mov.u32 %s, %d".formatted(r(), random.nextInt(-100, 100));
                case 2 -> "and.b32 %s, %s, 63".formatted(r(), r());
                default -> "cvt.u32.u64 %s, %s".formatted(r(), d());
            };
        }

        private void access() {
            String at = "[%s+%d]".formatted(d(), random.nextInt(-4, 64) * 8);
            switch (random.nextInt(5)) {
                case 0 -> line("@%%never ld.u64 %s, %s".formatted(d(), at));
                case 1 -> line("@%%never ld.s32 %s, %s".formatted(r(), at));
                case 2 -> line("@%%never st.u64 %s, %s".formatted(at, d()));
                case 3 -> line("@%%never atom.or.b64 %s, %s, %s".formatted(d(), at, d()));
                default -> line("ld.shared.%s, [box]".formatted(pick("u32 " + r(), "u64 " + d())));
            }
        }

        private void branch(int depth) {
            int label = labels++;
            line("@%%p%d bra else%d".formatted(random.nextInt(4), label));
            several(depth);
            line("bra end" + label);
            text.append("else%d:\n".formatted(label));
            several(depth);
            text.append("end%d:\n".formatted(label));
        }

        private void several(int depth) {
            for (int i = random.nextInt(1, 5); i > 0; i--) {
                statement(depth + 1);
            }
        }

        /// A loop of a few iterations, in which addresses may grow.
        private void loop(int depth) {
            int label = labels++;
            String count = "%c" + label;
            line(".reg .b32 " + count);
            line("mov.u32 %s, %d".formatted(count, random.nextInt(1, 6)));
            text.append("again%d:\n".formatted(label));
            several(depth);
            line("sub.u32 %s, %s, 1".formatted(count, count));
            line("setp.gt.s32 %%p0, %s, 0".formatted(count));
            line("@%%p0 bra again%d".formatted(label));
        }
    }
}
