package org.offloadtck.engine.interpreter;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.offloadtck.engine.fixture.TestDevice;

/// A kernel of one `wgmma.mma_async`, and where its operands are in the notation of CuTe that PTX
/// ISA 9.0 §9.7.15.5.1 has.
final class WarpgroupKernel {

    static final int THREADS = 128;

    /// Bytes of shared memory.
    static final int SHARED = 160 << 10;

    /// Where the metadata follow the fragments, behind shared memory.
    static final int METADATA = 2048 + 512 * 128;

    private WarpgroupKernel() {}

    /// Types of the result and the factors, and how an integer is an element of a factor.
    enum Form {
        F32_F16("f32.f16.f16", 16, -3, 3),
        F16_F16("f16.f16.f16", 16, -3, 3),
        BF16("f32.bf16.bf16", 16, -3, 3),
        TF32("f32.tf32.tf32", 32, -3, 3),
        E4M3("f32.e4m3.e4m3", 8, -3, 3),
        E5M2("f16.e5m2.e5m2", 8, -3, 3),
        MIXED("f32.e4m3.e5m2", 8, -3, 3),
        S8("s32.s8.s8", 8, -128, 127),
        U8("s32.u8.u8", 8, 0, 255),
        S8_U8("s32.s8.u8", 8, 0, 127),
        B1("s32.b1.b1", 1, 0, 1);

        final String types;
        final int bits;
        final int least;
        final int greatest;

        Form(String types, int bits, int least, int greatest) {
            this.types = types;
            this.bits = bits;
            this.least = least;
            this.greatest = greatest;
        }

        int k() {
            return 256 / bits;
        }

        boolean isInteger() {
            return types.startsWith("s32");
        }

        boolean isHalfResult() {
            return types.startsWith("f16");
        }

        /// @param factor 1 or 2
        long encode(int number, int factor) {
            String type = List.of(types.split("\\.", -1)).get(factor);
            int sign = number < 0 ? 1 : 0;
            int size = Math.abs(number);
            return switch (type) {
                case "f16" -> Float.floatToFloat16(number) & 0xffffL;
                case "bf16" -> Float.floatToRawIntBits(number) >>> 16;
                case "tf32" -> Float.floatToRawIntBits(number) & 0xffff_ffffL;
                // 1, 2 and 3 are 1.0, 1.0 and 1.5 times 1, 2 and 2, with biases of 7 and 15.
                case "e4m3" -> sign << 7 | new int[] {0, 7 << 3, 8 << 3, 8 << 3 | 4}[size];
                case "e5m2" -> sign << 7 | new int[] {0, 15 << 2, 16 << 2, 16 << 2 | 2}[size];
                default -> number & (1L << bits) - 1;
            };
        }

        long encodeSum(int number) {
            return isInteger()
                    ? number & 0xffff_ffffL
                    : isHalfResult()
                            ? Float.floatToFloat16(number) & 0xffffL
                            : Float.floatToRawIntBits(number) & 0xffff_ffffL;
        }
    }

    enum Order {
        K(0),
        MN(1);

        final int code;

        Order(int code) {
            this.code = code;
        }
    }

    /// A layout as the table of canonical layouts has it: modes of sizes and strides, in elements
    /// of 128 bits where a stride is a multiple of T.
    ///
    /// @param code of the swizzling mode in the descriptor
    /// @param width units of 16 bytes in a row of the swizzle atom
    record Canonical(Order order, int code, int width) {

        /// The byte of an element in a matrix at 0, before the swizzling.
        int offset(int line, int k, int bits, int lbo, int sbo) {
            int t = 128 / bits;
            if (order == Order.K) {
                int unit = width == 1 ? lbo : 16;
                int inner = k % t * bits / 8;
                return line % 8 * 16 * width + line / 8 * sbo + k / t * unit + inner;
            }
            int inner = line % t * bits / 8;
            return width == 1
                    ? inner + line / t * sbo + k % 8 * 16 + k / 8 * lbo
                    : inner
                            + line / t % width * 16
                            + line / t / width * lbo
                            + k % 8 * 16 * width
                            + k / 8 * sbo;
        }

        /// `Swizzle<log2(width), 4, 3>`.
        int swizzled(int address) {
            return address ^ (address >> 7 & width - 1) << 4;
        }
    }

    /// A product.
    ///
    /// @param left where a is; in registers if its width is 0
    /// @param selector of the metadata of a sparse a, or -1
    record Case(
            Form form,
            int n,
            Canonical left,
            Canonical right,
            int signs,
            boolean adds,
            int selector,
            long seed) {

        boolean isSparse() {
            return selector >= 0;
        }

        int k() {
            return isSparse() ? 2 * form.k() : form.k();
        }

        boolean fromRegisters() {
            return left.width() == 0;
        }

        String mnemonic() {
            return "wgmma.mma_async%s.sync.aligned.m64n%dk%d.%s%s"
                    .formatted(
                            isSparse() ? ".sp" : "",
                            n,
                            k(),
                            form.types,
                            form == Form.B1 ? ".and.popc" : "");
        }

        int sign(int factor) {
            return form.isInteger() || (signs >> factor & 1) == 0 ? 1 : -1;
        }

        String settings() {
            if (form.isInteger()) {
                return "";
            }
            String text = ", %d, %d".formatted(sign(0), sign(1));
            if (form.bits != 16) {
                return text;
            }
            String first = fromRegisters() ? "" : ", " + left.order().code;
            return text + first + ", " + right.order().code;
        }
    }

    static String vector(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "%" + name + i)
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /// A kernel that copies 160 KiB to shared memory, loads fragments, multiplies and stores d.
    static String kernel(Case of, long a, long b) {
        int d = of.form().isHalfResult() ? of.n() / 4 : of.n() / 2;
        var text = new StringBuilder();
        text.append(".reg .b32 %x<4>; .reg .b32 %e; .reg .b32 %y<").append(d).append(">;\n");
        text.append("ld.param.u64 %rd1, [out]; mov.u32 %r1, s; mul.wide.u32 %rd2, %r0, 4;\n");
        text.append("add.u64 %rd1, %rd1, %rd2; shl.b32 %r2, %r0, 2; add.u32 %r1, %r1, %r2;\n");
        text.append("mov.u32 %r3, 0;\n");
        text.append("C: ld.global.u32 %r4, [%rd1]; st.shared.u32 [%r1], %r4;\n");
        text.append("add.u64 %rd1, %rd1, 512; add.u32 %r1, %r1, 512; add.u32 %r3, %r3, 512;\n");
        text.append("setp.lt.u32 %p1, %r3, ").append(SHARED).append("; @%p1 bra C;\n");
        text.append("fence.proxy.async; bar.sync 0;\n");
        for (int i = 0; i < 4; i++) {
            text.append("ld.global.u32 %x").append(i).append(", [%rd1+").append(512 * i);
            text.append("];\n");
        }
        for (int i = 0; i < d; i++) {
            text.append("ld.global.u32 %y").append(i).append(", [%rd1+");
            text.append(2048 + 512 * i).append("];\n");
        }
        text.append("ld.global.u32 %e, [%rd1+").append(METADATA).append("];\n");
        text.append("mov.b64 %rd3, ").append(a).append("; mov.b64 %rd4, ").append(b);
        text.append("; setp.ne.u32 %p2, ").append(of.adds() ? 1 : 0).append(", 0;\n");
        text.append("wgmma.fence.sync.aligned;\n").append(of.mnemonic()).append(' ');
        text.append(vector("y", d)).append(", ");
        text.append(of.fromRegisters() ? vector("x", 4) : "%rd3").append(", %rd4");
        text.append(of.isSparse() ? ", %e, " + of.selector() : "").append(", %p2");
        text.append(of.settings()).append(";\nwgmma.commit_group.sync.aligned;\n");
        text.append("wgmma.wait_group.sync.aligned 0;\n");
        for (int i = 0; i < d; i++) {
            text.append("st.global.u32 [%rd1+").append(2048 + 512 * i).append("], %y");
            text.append(i).append(";\n");
        }
        return TestDevice.kernel(".shared .align 1024 .b8 s[" + SHARED + "];", text.toString())
                .replace(".version 7.0\n.target sm_75", ".version 8.2\n.target sm_90a");
    }

    static long descriptor(Canonical layout, int start, int lbo, int sbo) {
        return start >> 4
                | (long) (lbo >> 4) << 16
                | (long) (sbo >> 4) << 32
                | (long) layout.code() << 62;
    }
}
