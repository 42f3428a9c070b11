package org.offloadtck.runtime.info;

import org.offloadtck.runtime.trace.LaunchEvent;
import org.offloadtck.runtime.trace.MapEvent;
import org.offloadtck.runtime.trace.RuntimeEvent;
import org.offloadtck.runtime.trace.UnmappedEvent;

/// What a user requests with `LIBOMPTARGET_INFO`.
///
/// @param bits value of the variable
/// @see "LLVM 22, offload/include/Shared/Debug.h, OpenMPInfoType"
public record InfoLevel(int bits) {

    public static final InfoLevel NOTHING = new InfoLevel(0);

    private static final int KERNEL_ARGUMENTS = 0x1;
    private static final int MAPPING_EXISTS = 0x2;
    private static final int TABLE = 0x4;
    private static final int MAPPING_CHANGED = 0x8;
    private static final int PLUGIN_KERNEL = 0x10;
    private static final int DATA_TRANSFER = 0x20;
    private static final int EMPTY_MAPPING = 0x40;

    /// Parses the value of the variable: a decimal number; -1 requests everything. Any other text
    /// requests nothing.
    ///
    /// @see "same, getInfoLevel, which reads it with std::stoi"
    public static InfoLevel parse(String text) {
        return text.matches("-?\\d{1,9}") ? new InfoLevel(Integer.parseInt(text)) : NOTHING;
    }

    boolean includes(RuntimeEvent event) {
        return requests(
                switch (event) {
                    case MapEvent.Found _ -> MAPPING_EXISTS;
                    case MapEvent.Created _, MapEvent.Removed _, UnmappedEvent.Shared _ ->
                            MAPPING_CHANGED;
                    case MapEvent.CopiedToDevice _, MapEvent.CopiedFromDevice _ -> DATA_TRANSFER;
                    case UnmappedEvent.Missing _ -> EMPTY_MAPPING;
                    case LaunchEvent _ -> PLUGIN_KERNEL;
                });
    }

    /// Whether anything is requested that is printed before or after a construct.
    boolean includesConstructs() {
        return includesArguments() || includesTable();
    }

    /// Whether the arguments of constructs are requested.
    boolean includesArguments() {
        return requests(KERNEL_ARGUMENTS);
    }

    /// Whether the host-to-device table after each construct is requested.
    boolean includesTable() {
        return requests(TABLE);
    }

    private boolean requests(int bit) {
        return (bits & bit) != 0;
    }
}
