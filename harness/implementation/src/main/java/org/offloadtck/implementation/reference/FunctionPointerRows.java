package org.offloadtck.implementation.reference;

import java.util.List;
import java.util.function.LongUnaryOperator;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.element.ElementType;
import org.offloadtck.implementation.program.IndirectFunction;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.ObjectBytes;

/// Converts between the rows by which a program names its functions and their addresses in a
/// process.
record FunctionPointerRows(SimulatedHostProcess process, List<IndirectFunction> functions) {

    /// The row for an address that is no function of the program.
    private static final long NONE = -1;

    /// The host's addresses of `rows`.
    ///
    /// @throws HostFaultException if a row does not exist
    ElementArray addresses(ElementArray rows) {
        return each(rows, this::address);
    }

    /// The rows of `addresses`.
    ElementArray rows(ElementArray addresses) {
        return each(addresses, this::row);
    }

    private long address(long row) {
        if (row < 0 || row >= functions.size()) {
            throw new HostFaultException(
                    "functions",
                    "row " + row,
                    "is used when there are %d rows".formatted(functions.size()));
        }
        return process.address(functions.get((int) row).symbol());
    }

    private long row(long address) {
        for (int row = 0; row < functions.size(); row++) {
            if (process.address(functions.get(row).symbol()) == address) {
                return row;
            }
        }
        return NONE;
    }

    private static ElementArray each(ElementArray elements, LongUnaryOperator change) {
        var bytes = ObjectBytes.of("functions", elements.bytes());
        var changed = new ByteWriter();
        for (long at = 0; at < bytes.size(); at += Long.BYTES) {
            changed.u64(change.applyAsLong(bytes.i64(at, "function")));
        }
        return ElementArray.of(ElementType.I64, changed.toByteArray());
    }
}
