package org.offloadtck.engine.forms;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A list of forms, and how they are added to it.
abstract class FormList {

    static final int MANY = 2048;

    private final List<Form> list = new ArrayList<>();

    /// All forms that were added, in their order.
    List<Form> list() {
        return List.copyOf(list);
    }

    void add(Form form) {
        list.add(form);
    }

    void replaceAll(UnaryOperator<Form> change) {
        list.replaceAll(change);
    }

    static String kind(String type) {
        return switch (type) {
            case "u16", "s16", "b16", "u8", "s8" -> "i16";
            case "u32", "s32", "b32", "u16x2", "s16x2" -> "i32";
            case "u64", "s64", "b64" -> "i64";
            default -> type;
        };
    }

    static String last(String mnemonic) {
        return mnemonic.substring(mnemonic.lastIndexOf('.') + 1);
    }

    /// Forms `mnemonic d, a, b…`; `T` among the kinds stands for that of the last type.
    void plain(String module, String pattern, String result, String operands, int records) {
        for (var mnemonic : Form.expand(pattern)) {
            var type = kind(last(mnemonic));
            var kinds = operands.replace("T", type);
            int count = kinds.split(",", -1).length;
            var body = new StringBuilder(mnemonic + " %d0");
            for (int i = 0; i < count; i++) {
                body.append(", %").append(Form.LETTERS[i]);
            }
            add(
                    Form.of(
                            module,
                            mnemonic,
                            result.replace("T", type),
                            1,
                            kinds,
                            records,
                            body + ";"));
        }
    }

    /// Forms with a body of their own; `@` in it stands for the mnemonic.
    void made(
            String module,
            String pattern,
            String note,
            String result,
            int count,
            String operands,
            int records,
            String body) {
        for (var mnemonic : Form.expand(pattern)) {
            var type = kind(last(mnemonic));
            add(
                    Form.of(
                            module,
                            mnemonic + note,
                            result.replace("T", type),
                            count,
                            operands.replace("T", type),
                            records,
                            body.replace("@", mnemonic)));
        }
    }
}
