package org.offloadtck.engine.forms;

import java.util.ArrayList;
import java.util.List;

/// One kernel: an instruction, or a short chain of them, on operands from a table.
///
/// @param name what the results are listed under
/// @param module the file that has the kernel
/// @param operands the kinds of the operands, see [Operands]; empty for matrices
/// @param result the kind of a result
/// @param count results of one thread
/// @param records threads in all
/// @param block threads of a block
/// @param recordBytes of one thread's operands
/// @param body instructions that read %a, %b, %c, %e and write %d0, %d1, …, or store at [%o]
record Form(
        String name,
        String module,
        List<String> operands,
        String result,
        int count,
        int records,
        int block,
        int recordBytes,
        String body) {

    static final String[] LETTERS = {"a", "b", "c", "e"};

    static Form of(
            String module,
            String name,
            String result,
            int count,
            String operands,
            int records,
            String body) {
        var kinds = operands.isEmpty() ? List.<String>of() : List.of(operands.split(",", -1));
        return new Form(
                name, module, kinds, result, count, records, Math.min(records, 256), 32, body);
    }

    /// The words `{x|y|}` of a text replaced by each of their choices.
    static List<String> expand(String text) {
        int open = text.indexOf('{');
        if (open < 0) {
            return List.of(text);
        }
        int close = text.indexOf('}', open);
        var all = new ArrayList<String>();
        for (var choice : text.substring(open + 1, close).split("\\|", -1)) {
            all.addAll(expand(text.substring(0, open) + choice + text.substring(close + 1)));
        }
        return all;
    }

    String table() {
        return String.join(",", operands) + "*" + records;
    }

    String identifier() {
        return name.replace("-", "n").replaceAll("[^A-Za-z0-9]+", "_");
    }

    /// Bits in which a result is written; 4 stands for a predicate in a byte.
    int resultBits() {
        int width = Operands.width(result);
        return width == 1 ? 4 : width;
    }

    int resultBytes() {
        return Math.max(1, resultBits() / 8) * count;
    }

    private static String register(String kind) {
        int width = Operands.width(kind);
        return width == 1 ? ".pred" : ".b" + width;
    }

    String kernel() {
        var text = new StringBuilder();
        text.append(".visible .entry ")
                .append(identifier())
                .append("(.param .u64 in, .param .u64 out)\n{\n");
        text.append(".reg .b64 %i, %o, %x<4>; .reg .b32 %t<16>; .reg .pred %p<6>;\n");
        for (int i = 0; i < count; i++) {
            text.append(".reg %s %%d%d;\n".formatted(register(result), i));
        }
        text.append("ld.param.u64 %i, [in]; ld.param.u64 %o, [out];\n");
        text.append(
                "mov.u32 %t0, %ctaid.x; mov.u32 %t1, %ntid.x; mov.u32 %t2, %tid.x; mad.lo.u32 %t3, %t0, %t1, %t2;\n");
        text.append(
                "mad.wide.u32 %%i, %%t3, %d, %%i; mad.wide.u32 %%o, %%t3, %d, %%o;\n"
                        .formatted(recordBytes, resultBytes()));
        for (int i = 0; i < operands.size(); i++) {
            text.append(load(operands.get(i), LETTERS[i], 8 * i));
        }
        text.append(body).append('\n');
        if (!body.contains("[%o")) {
            for (int i = 0; i < count; i++) {
                text.append(store(i));
            }
        }
        return text.append("ret;\n}\n").toString();
    }

    private static String load(String kind, String name, int offset) {
        if (Operands.width(kind) == 1) {
            return ".reg .pred %%%s; ld.global.b32 %%t4, [%%i+%d]; setp.ne.u32 %%%s, %%t4, 0;\n"
                    .formatted(name, offset, name);
        }
        return ".reg %s %%%s; ld.global%s %%%s, [%%i+%d];\n"
                .formatted(register(kind), name, register(kind), name, offset);
    }

    private String store(int i) {
        if (resultBits() == 4) {
            return "selp.u32 %%t5, 1, 0, %%d%d; st.global.u8 [%%o+%d], %%t5;\n".formatted(i, i);
        }
        return "st.global%s [%%o+%d], %%d%d;\n"
                .formatted(register(result), i * resultBits() / 8, i);
    }
}
