package org.offloadtck.engine.forms;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/// The operands of some forms, in one block of bytes; forms with operands of the same kinds share a
/// table.
final class OperandTables {

    private static final int CAPACITY = 8 << 20;

    /// Bytes of a record that is not of a matrix: four operands in 64 bits each.
    private static final int SCALARS = 32;

    private final ByteBuffer data = ByteBuffer.allocate(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
    private final Map<String, Integer> tables = new HashMap<>();

    OperandTables(List<Form> forms) {
        forms.forEach(form -> tables.computeIfAbsent(key(form), _ -> fill(form)));
    }

    private static boolean hasScalars(Form form) {
        return form.recordBytes() == SCALARS;
    }

    private static String key(Form form) {
        return form.operands().isEmpty() || !hasScalars(form) ? form.name() : form.table();
    }

    private int fill(Form form) {
        int at = data.position();
        if (!hasScalars(form)) {
            Matrices.fill(form, data, new Random(form.name().hashCode()));
            return at;
        }
        var random = new Random(form.table().hashCode());
        for (int i = 0; i < form.records(); i++) {
            long before = 0;
            for (int j = 0; j < Form.LETTERS.length; j++) {
                boolean isOperand = j < form.operands().size();
                before =
                        isOperand
                                ? Operands.value(form.operands().get(j), i, j, before, random)
                                : 0;
                data.putLong(before);
            }
        }
        return at;
    }

    /// Where the operands of a form begin, in bytes.
    int offset(Form form) {
        return Objects.requireNonNull(tables.get(key(form)));
    }

    /// All tables.
    byte[] bytes() {
        var bytes = new byte[data.position()];
        data.get(0, bytes);
        return bytes;
    }

    /// The operands of a thread of a form, in hexadecimal digits.
    String text(Form form, int thread) {
        var text = new StringBuilder();
        for (int j = 0; j < form.operands().size(); j++) {
            long value = data.getLong(offset(form) + thread * form.recordBytes() + Long.BYTES * j);
            int digits = Math.max(1, Operands.width(form.operands().get(j)) / 4);
            text.append(j == 0 ? "" : " ").append("%016x".formatted(value).substring(16 - digits));
        }
        return text.toString();
    }
}
