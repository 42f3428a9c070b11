package org.offloadtck.engine.forms;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Forms on matrices. A block is a warp with matrices of its own, filled by the pattern of its
/// number.
final class Matrices {

    private static final int BLOCKS = 16;

    /// The patterns that `wmma` gets; the units are those of `mma`.
    private static final int[] WMMA_PATTERNS = {0, 2, 4, 5, 13};

    private final List<Form> list = new ArrayList<>();

    static List<Form> all() {
        var forms = new Matrices();
        forms.moves();
        forms.products();
        forms.wmma();
        return forms.list;
    }

    private static int bits(String type) {
        return switch (type) {
            case "f16", "bf16" -> 16;
            case "f64" -> 64;
            case "u8", "s8" -> 8;
            case "u4", "s4" -> 4;
            case "b1" -> 1;
            default -> 32;
        };
    }

    private static int registers(String type, int elements) {
        return Math.max(1, elements / 32 * bits(type) / Math.max(32, bits(type)));
    }

    private static String vector(String name, int count) {
        var names = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            names.add("%" + name + i);
        }
        return "{" + String.join(", ", names) + "}";
    }

    private void moves() {
        for (int count : new int[] {1, 2, 4}) {
            for (var trans : List.of("", ".trans")) {
                var fragment = vector("d", count);
                list.add(
                        Form.of(
                                "matrix",
                                "ldmatrix.x" + count + trans,
                                "i32",
                                count,
                                "i32,i32,i32,i32",
                                32,
                                "mov.u32 %t4, s; mad.lo.u32 %t4, %t2, 16, %t4; st.shared.v4.b32 [%t4], {%a, %b, %c, %e}; bar.warp.sync 0xffffffff; xor.b32 %t5, %t2, 5; mov.u32 %t6, s; mad.lo.u32 %t6, %t5, 16, %t6; "
                                        + "ldmatrix.sync.aligned.m8n8.x"
                                        + count
                                        + trans
                                        + ".shared.b16 "
                                        + fragment
                                        + ", [%t6];"));
                var sources = count == 1 ? "{%a}" : count == 2 ? "{%a, %b}" : "{%a, %b, %c, %e}";
                list.add(
                        Form.of(
                                "matrix",
                                "stmatrix.x" + count + trans,
                                "i32",
                                4,
                                "i32,i32,i32,i32",
                                32,
                                "mov.u32 %t4, s; mad.lo.u32 %t4, %t2, 16, %t4; mov.u32 %t7, 0; st.shared.v4.b32 [%t4], {%t7, %t7, %t7, %t7}; bar.warp.sync 0xffffffff; xor.b32 %t5, %t2, 5; mov.u32 %t6, s; mad.lo.u32 %t6, %t5, 16, %t6; "
                                        + "stmatrix.sync.aligned.m8n8.x"
                                        + count
                                        + trans
                                        + ".shared.b16 [%t6], "
                                        + sources
                                        + "; bar.warp.sync 0xffffffff; ld.shared.v4.b32 {%d0, %d1, %d2, %d3}, [%t4];"));
            }
        }
        list.add(
                Form.of(
                        "matrix",
                        "movmatrix",
                        "i32",
                        1,
                        "i32",
                        32,
                        "movmatrix.sync.aligned.m8n8.trans.b16 %d0, %a;"));
    }

    private void products() {
        for (var m :
                Form.expand("m16n8k{8|16}.{f32.f16.f16.f32|f16.f16.f16.f16|f32.bf16.bf16.f32}")) {
            product(m, "");
        }
        for (var m : Form.expand("m16n8k{4|8}.f32.tf32.tf32.f32")) {
            product(m, "");
        }
        for (var m : List.of("m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16")) {
            product(m + ".f64.f64.f64.f64", "");
        }
        for (var types : Form.expand("s32.{u8|s8}.{u8|s8}.s32")) {
            for (var shape : List.of("m8n8k16", "m16n8k16", "m16n8k32")) {
                product(shape + "." + types, "");
                product(shape + "." + types, ".satfinite");
            }
        }
        for (var types : Form.expand("s32.{u4|s4}.{u4|s4}.s32")) {
            for (var shape : List.of("m8n8k32", "m16n8k32", "m16n8k64")) {
                product(shape + "." + types, "");
                product(shape + "." + types, ".satfinite");
            }
        }
        for (var m : Form.expand("{m8n8k128|m16n8k128|m16n8k256}.s32.b1.b1.s32")) {
            product(m, ".xor.popc");
            product(m, ".and.popc");
        }
    }

    private static int[] sizes(String shape) {
        var parts = shape.substring(1).split("[nk]", -1);
        return new int[] {
            Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2])
        };
    }

    private void product(String form, String modifier) {
        var words = form.split("\\.", -1);
        int[] size = sizes(words[0]);
        int a = registers(words[2], size[0] * size[2]);
        int b = registers(words[3], size[2] * size[1]);
        int c = registers(words[4], size[0] * size[1]);
        int d = registers(words[1], size[0] * size[1]);
        int at = 0;
        var body = new StringBuilder();
        String[] types = {words[2], words[3], words[4]};
        int[] counts = {a, b, c};
        for (int i = 0; i < 3; i++) {
            int width = Math.max(32, bits(types[i]));
            at = (at + 7) / 8 * 8;
            for (int j = 0; j < counts[i]; j++) {
                body.append(
                        ".reg .b%d %%m%s%d; ld.global.b%d %%m%s%d, [%%i+%d];\n"
                                .formatted(
                                        width, "abc".charAt(i), j, width, "abc".charAt(i), j, at));
                at += width / 8;
            }
        }
        var list4 = String.join(".", List.of(words).subList(1, 5));
        boolean bitwise = modifier.endsWith("popc");
        body.append(
                "mma.sync.aligned.%s.row.col%s.%s%s %s, %s, %s, %s;"
                        .formatted(
                                words[0],
                                bitwise ? "" : modifier,
                                list4,
                                bitwise ? modifier : "",
                                vector("d", d),
                                vector("ma", a),
                                vector("mb", b),
                                vector("mc", c)));
        var result =
                words[1].equals("f64")
                        ? "f64"
                        : words[1].equals("f16") ? "f16x2" : words[1].equals("f32") ? "f32" : "i32";
        int record = Math.max(40, (at + 7) / 8 * 8);
        list.add(
                new Form(
                        "mma." + form + modifier,
                        "matrix",
                        List.of(),
                        result,
                        d,
                        32 * BLOCKS,
                        32,
                        record,
                        body.toString()));
    }

    private void wmma() {
        var layouts = Form.expand("{row|col}.{row|col}");
        for (var shape : List.of("m16n16k16", "m32n8k16", "m8n32k16")) {
            for (var types :
                    List.of(
                            "f16.f16.f16.f16",
                            "f32.f16.f16.f32",
                            "f32.f16.f16.f16",
                            "f16.f16.f16.f32",
                            "f32.bf16.bf16.f32",
                            "s32.u8.u8.s32",
                            "s32.s8.s8.s32")) {
                for (var layout :
                        shape.equals("m16n16k16") && types.startsWith("f32.f16.f16.f32")
                                ? layouts
                                : List.of("row.col", "col.row")) {
                    if (!(types.startsWith("s32")
                            && layout.equals("col.row")
                            && !shape.equals("m16n16k16"))) { // rows of 8 bytes are too narrow
                        wmma(shape + "." + types, layout, "");
                    }
                }
                if (types.startsWith("s32")) {
                    wmma(shape + "." + types, "row.col", ".satfinite");
                }
            }
        }
        for (var layout : layouts) {
            wmma("m16n16k8.f32.tf32.tf32.f32", layout, "");
            for (var rounding : List.of("", ".rn", ".rz", ".rm", ".rp")) {
                wmma("m8n8k4.f64.f64.f64.f64", layout, rounding);
            }
        }
        for (var type : List.of("u4", "s4")) {
            wmma("m8n8k32.s32." + type + "." + type + ".s32", "row.col", "");
            wmma("m8n8k32.s32." + type + "." + type + ".s32", "row.col", ".satfinite");
        }
        wmma("m8n8k128.s32.b1.b1.s32", "row.col", ".xor.popc");
        wmma("m8n8k128.s32.b1.b1.s32", "row.col", ".and.popc");
    }

    private void wmma(String form, String layout, String modifier) {
        var words = form.split("\\.", -1);
        var order = layout.split("\\.", -1);
        int[] size = sizes(words[0]);
        int bytesA = size[0] * size[2] * bits(words[2]) / 8;
        int bytesB = size[1] * size[2] * bits(words[3]) / 8;
        int bytesC = size[0] * size[1] * bits(words[4]) / 8;
        boolean half = words[2].equals("f16");
        int a = half ? 8 : registers(words[2], size[0] * size[2]);
        int b = half ? 8 : registers(words[3], size[1] * size[2]);
        int c = registers(words[4], size[0] * size[1]);
        int d = registers(words[1], size[0] * size[1]);
        int perThread = size[0] * size[1] * bits(words[1]) / 8 / 32;
        int record = Math.max(40, (bytesA + bytesB + bytesC) / 32 / 8 * 8 + 8);
        var body =
                new StringBuilder(
                        "mul.wide.u32 %%x1, %%t0, %d; ld.param.u64 %%x2, [in]; add.u64 %%x1, %%x1, %%x2;\n"
                                .formatted(record * 32));
        body.append(
                "mul.wide.u32 %%x3, %%t0, %d; ld.param.u64 %%x2, [out]; add.u64 %%x3, %%x3, %%x2;\n"
                        .formatted(perThread * 32));
        body.append(
                load(
                        "a",
                        order[0],
                        words[0],
                        words[2],
                        a,
                        0,
                        order[0].equals("row") ? size[2] : size[0]));
        body.append(
                load(
                        "b",
                        order[1],
                        words[0],
                        words[3],
                        b,
                        bytesA,
                        order[1].equals("row") ? size[1] : size[2]));
        body.append(
                load(
                        "c",
                        order[0],
                        words[0],
                        words[4],
                        c,
                        bytesA + bytesB,
                        order[0].equals("row") ? size[1] : size[0]));
        body.append(".reg .b%d %%md<%d>;\n".formatted(Math.max(32, bits(words[1])), d));
        boolean bitwise = modifier.endsWith("popc");
        boolean rounds = modifier.startsWith(".r");
        body.append(
                "wmma.mma%s.sync.aligned.%s.%s%s.%s%s %s, %s, %s, %s;\n"
                        .formatted(
                                bitwise ? modifier : "",
                                layout,
                                words[0],
                                rounds ? modifier : "",
                                half
                                        ? words[1] + "." + words[4]
                                        : String.join(".", List.of(words).subList(1, 5)),
                                modifier.equals(".satfinite") ? modifier : "",
                                vector("md", d),
                                vector("ma", a),
                                vector("mb", b),
                                vector("mc", c)));
        body.append(
                "wmma.store.d.sync.aligned.%s.%s.global.%s [%%x3], %s, %d; // [%%o]"
                        .formatted(
                                order[0],
                                words[0],
                                words[1],
                                vector("md", d),
                                order[0].equals("row") ? size[1] : size[0]));
        var result = words[1].equals("s32") ? "i32" : words[1];
        list.add(
                new Form(
                        "wmma." + form + "." + layout + modifier,
                        "matrix",
                        List.of(),
                        result,
                        perThread * 8 / bits(words[1]),
                        32 * WMMA_PATTERNS.length,
                        32,
                        record,
                        body.toString()));
    }

    private static String load(
            String name,
            String order,
            String shape,
            String type,
            int count,
            int offset,
            int stride) {
        int width = Math.max(32, bits(type));
        return ".reg .b%d %%m%s<%d>; wmma.load.%s.sync.aligned.%s.%s.global.%s %s, [%%x1+%d], %d;\n"
                .formatted(
                        width,
                        name,
                        count,
                        name,
                        order,
                        shape,
                        type,
                        vector("m" + name, count),
                        offset,
                        stride);
    }

    /// The matrices of a form: for `mma` each thread's registers, for `wmma` each block's matrices.
    static void fill(Form form, ByteBuffer data, Random random) {
        var words = form.name().split("\\.", -1);
        int[] size = sizes(words[1]);
        boolean stored = words[0].equals("wmma");
        String[] types = {words[3], words[4], words[5]};
        int[] elements = {size[0] * size[2], size[2] * size[1], size[0] * size[1]};
        for (int block = 0; block < form.records() / 32; block++) {
            if (stored) {
                int end = data.position() + 32 * form.recordBytes();
                for (int i = 0; i < 3; i++) {
                    put(
                            data,
                            types[i],
                            elements[i] * bits(types[i]) / 8,
                            WMMA_PATTERNS[block],
                            i == 2,
                            random);
                }
                data.position(end);
                continue;
            }
            for (int lane = 0; lane < 32; lane++) {
                int start = data.position();
                for (int i = 0; i < 3; i++) {
                    data.position(start + (data.position() - start + 7) / 8 * 8);
                    put(
                            data,
                            types[i],
                            Math.max(4, elements[i] / 32 * bits(types[i]) / 8),
                            block,
                            i == 2,
                            random);
                }
                data.position(start + form.recordBytes());
            }
        }
    }

    private static void put(
            ByteBuffer data, String type, int bytes, int pattern, boolean sum, Random random) {
        int width = Math.max(8, bits(type));
        for (int i = 0; i < bytes * 8 / width; i++) {
            long value = Operands.element(type, pattern, sum, random);
            switch (width) {
                case 8 -> data.put((byte) value);
                case 16 -> data.putShort((short) value);
                case 32 -> data.putInt((int) value);
                default -> data.putLong(value);
            }
        }
    }
}
