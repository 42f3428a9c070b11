package org.offloadtck.implementation.program.reader;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.implementation.expression.Expression;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.implementation.program.DeviceCode.KernelAbi;
import org.offloadtck.implementation.program.Expectation;
import org.offloadtck.object.profile.runtime.DeviceAbi;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.image.TargetId;

/// Reads `program.yaml`.
public final class ProgramReader {

    private ProgramReader() {}

    /// Reads `text`, the contents of the file `source`.
    ///
    /// @throws DataException naming the key and, in an expression, the column
    public static CorpusProgram read(String source, String text) {
        return new DataText(source, text).yaml().all(ProgramReader::program);
    }

    private static CorpusProgram program(Fields root) {
        var name = root.text("name");
        var file = root.text("source");
        var unit = new UnitReader(root).read();
        var expectation = new ExpectationReader(root, unit).read();
        var deviceCode =
                root.has("device-code")
                        ? root.rows("device-code", row -> deviceCode(row, expectation))
                        : List.<DeviceCode>of();
        var needs = flags(root, "needs", Capability.class);
        return new CorpusProgram(name, file, unit, expectation, deviceCode, needs);
    }

    private static DeviceCode deviceCode(Fields row, Expectation expectation) {
        var triple = row.text("triple");
        if (!expectation.tolerances().containsKey(triple)) {
            throw row.wrong("triple is %s, which has no tolerance".formatted(triple));
        }
        return new DeviceCode(
                new TargetId(triple, row.text("arch")),
                abi(row),
                row.text("producer"),
                row.text("optimization"),
                row.text("file"));
    }

    private static KernelAbi abi(Fields row) {
        return row.text("device-abi").equals("plain")
                ? new KernelAbi.Plain()
                : new KernelAbi.OpenMp(choice(row, "device-abi", DeviceAbi.class));
    }

    /// The constants whose words are in the list `name`; none if there is no such list.
    static <E extends Enum<E>> Set<E> flags(Fields fields, String name, Class<E> type) {
        var words = fields.textsOrNone(name);
        var flags = EnumSet.noneOf(type);
        if (!words.isEmpty()) {
            var all = List.copyOf(EnumSet.allOf(type));
            flags.addAll(fields.choices(name, all, ProgramReader::word));
        }
        return flags;
    }

    /// The constant whose word is the value of the field `name`.
    static <E extends Enum<E>> E choice(Fields fields, String name, Class<E> type) {
        return fields.choice(name, List.copyOf(EnumSet.allOf(type)), ProgramReader::word);
    }

    static Expression expression(Fields fields, String name) {
        return Expression.parse(fields.source(), fields.path(name), fields.scalar(name));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
