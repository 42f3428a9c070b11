package org.offloadtck.implementation.program.reader;

import static org.offloadtck.implementation.program.reader.ProgramReader.choice;
import static org.offloadtck.implementation.program.reader.ProgramReader.expression;
import static org.offloadtck.implementation.program.reader.ProgramReader.flags;

import java.util.EnumSet;
import java.util.List;
import org.offloadtck.data.Fields;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.element.ElementType;
import org.offloadtck.implementation.expression.ExpressionScope;
import org.offloadtck.implementation.program.Buffer;
import org.offloadtck.implementation.program.Buffer.DeclareTarget;
import org.offloadtck.implementation.program.Buffer.Holds;
import org.offloadtck.implementation.program.Buffer.InitialValue;
import org.offloadtck.implementation.program.Buffer.StorageClass;
import org.offloadtck.implementation.program.DeviceLifetime;
import org.offloadtck.implementation.program.DeviceLifetime.Code;
import org.offloadtck.implementation.program.EntryLocation;

/// Reads one variable of `buffers`.
record BufferReader(String name, Fields fields, ExpressionScope scope) {

    /// The limit of elements, which stops a mistyped count from allocating memory. No program of
    /// the corpus has as many.
    private static final int MOST_ELEMENTS = 1 << 22;

    Buffer read() {
        var element = element();
        int count = count();
        var declareTarget =
                fields.has("declare-target")
                        ? choice(fields, "declare-target", DeclareTarget.class)
                        : DeclareTarget.NONE;
        var storage = storage(declareTarget);
        return new Buffer(
                name,
                storage == StorageClass.AUTOMATIC ? "" : fields.text("symbol"),
                storage,
                element,
                count,
                initial(element, count),
                declareTarget,
                holds(element),
                lifetime());
    }

    private Holds holds(ElementType element) {
        var holds = fields.has("holds") ? choice(fields, "holds", Holds.class) : Holds.DATA;
        if (holds == Holds.FUNCTIONS && element != ElementType.I64) {
            throw fields.wrong(
                    "element is %s when that of pointers to functions is i64".formatted(element));
        }
        return holds;
    }

    private ElementType element() {
        var spelling = fields.text("element");
        return ElementType.of(spelling)
                .orElseThrow(() ->
                        fields.wrong(
                                "element is %s when it should be one of %s"
                                        .formatted(spelling, EnumSet.allOf(ElementType.class))));
    }

    private int count() {
        long count = expression(fields, "count").integer(scope);
        if (count < 1 || count > MOST_ELEMENTS) {
            throw fields.wrong(
                    "count is %d when it should be from 1 to %d".formatted(count, MOST_ELEMENTS));
        }
        return Math.toIntExact(count);
    }

    private StorageClass storage(DeclareTarget declareTarget) {
        var usual =
                declareTarget == DeclareTarget.NONE ? StorageClass.INTERNAL : StorageClass.EXTERNAL;
        var storage = fields.has("storage") ? choice(fields, "storage", StorageClass.class) : usual;
        if (storage == StorageClass.AUTOMATIC && declareTarget != DeclareTarget.NONE) {
            throw fields.wrong(
                    "storage is automatic when a declare target variable should be internal or"
                            + " external");
        }
        return storage;
    }

    private InitialValue initial(ElementType element, int count) {
        if (!fields.has("initial")) {
            return new InitialValue.Zero();
        }
        var elements = expression(fields, "initial").elements(element, count, scope);
        return isZero(elements) ? new InitialValue.Zero() : new InitialValue.Data(elements);
    }

    private static boolean isZero(ElementArray elements) {
        var zeros = ElementArray.zeros(elements.type(), Math.toIntExact(elements.count()));
        return elements.bytes().mismatch(zeros.bytes()) == -1;
    }

    private List<DeviceLifetime> lifetime() {
        return fields.has("lifetime")
                ? List.of(fields.<DeviceLifetime>fields("lifetime", BufferReader::lifetime))
                : List.of();
    }

    private static DeviceLifetime lifetime(Fields fields) {
        return new DeviceLifetime(
                EntryLocation.parse(fields.text("place")), flags(fields, "code", Code.class));
    }
}
