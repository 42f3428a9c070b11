package org.offloadtck.offload;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.offloadtck.runtime.OffloadRuntime;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

/// The interoperability objects of a process. The program has their numbers, from 1, in place of
/// pointers; no number is used again, so that an object that was destroyed is recognised.
///
/// Requirement: ER-23.
///
/// @see "OpenMP 5.1, sections 2.15.1, The interop Construct, and 3.12, Interoperability Routines"
final class InteropObjects {

    /// `omp_interop_none`.
    private static final long NONE = 0;

    /// The device number of a construct without a `device` clause: LLVM 16,
    /// `llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp`, `createOMPInteropUse`.
    private static final int NO_CLAUSE = -1;

    private static final int TYPE_SHIFT = 32;

    private final OffloadRuntime runtime;
    private final TreeMap<Long, InteropObject> objects = new TreeMap<>();
    private long last;

    /// @param type `OMPInteropType` of LLVM's OpenMPIRBuilder
    private record InteropObject(int device, int type) {}

    InteropObjects(OffloadRuntime runtime) {
        this.runtime = runtime;
    }

    /// `__tgt_interop_init`: the number of a new object; 0 if the host continues without the
    /// device.
    ///
    /// @param deviceId -1 for the default device
    /// @param type `OMPInteropType` of LLVM's OpenMPIRBuilder
    long init(long deviceId, int type) {
        OptionalInt device = runtime.device(deviceId, "__tgt_interop_init");
        if (device.isEmpty() || !runtime.prepare(deviceId)) {
            return NONE;
        }
        objects.put(++last, new InteropObject(device.getAsInt(), type));
        return last;
    }

    /// `__tgt_interop_use`. No operation of a foreign runtime can be under way.
    ///
    /// @param device -1 if the construct names none
    void use(long number, int device) {
        live(number, device, "__tgt_interop_use");
    }

    /// `__tgt_interop_destroy`.
    ///
    /// @param device -1 if the construct names none
    void destroy(long number, int device) {
        live(number, device, "__tgt_interop_destroy");
        objects.remove(number);
    }

    /// The device number of an object, with its type above 32 bits.
    long device(long number) {
        InteropObject object = live(number, NO_CLAUSE, "omp_get_interop_int");
        return Integer.toUnsignedLong(object.device()) | (long) object.type() << TYPE_SHIFT;
    }

    private InteropObject live(long number, int device, String source) {
        InteropObject object =
                Optional.ofNullable(objects.get(number))
                        .orElseThrow(() -> violation(source, number, missing(number)));
        if (device != NO_CLAUSE && device != object.device()) {
            throw violation(
                    source,
                    number,
                    "the construct names device %d, when the interop object is of device %d"
                            .formatted(device, object.device()));
        }
        return object;
    }

    private String missing(long number) {
        if (number == NONE) {
            return "the interop object is omp_interop_none, when it should be initialized";
        }
        return number > NONE && number <= last
                ? "the interop object was destroyed, when it should be initialized"
                : "this is no interop object, when it should be one that was initialized";
    }

    private static OffloadException violation(String source, long number, String problem) {
        return new OffloadException(source, number, RuntimeRule.INTEROP_OBJECT, problem);
    }
}
