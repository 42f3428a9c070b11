package org.offloadtck.runtime.trace;

/// The events that a user requests with `LIBOMPTARGET_INFO`.
///
/// @param bits value of the variable
/// @see "LLVM 16, openmp/libomptarget/include/Debug.h, OpenMPInfoType"
public record InfoLevel(int bits) {

    public static final InfoLevel NOTHING = new InfoLevel(0);

    private static final int MAPPING_EXISTS = 0x2;
    private static final int MAPPING_CHANGED = 0x8;
    private static final int DATA_TRANSFER = 0x20;

    /// Parses the value of the variable: a decimal number; -1 requests everything. Any other text
    /// requests nothing.
    ///
    /// @see "same, getInfoLevel, which reads it with std::stoi"
    public static InfoLevel parse(String text) {
        return text.matches("-?\\d{1,9}") ? new InfoLevel(Integer.parseInt(text)) : NOTHING;
    }

    public boolean includes(MapEvent event) {
        int needed =
                switch (event) {
                    case MapEvent.Found _ -> MAPPING_EXISTS;
                    case MapEvent.Created _, MapEvent.Removed _ -> MAPPING_CHANGED;
                    case MapEvent.CopiedToDevice _, MapEvent.CopiedFromDevice _ -> DATA_TRANSFER;
                };
        return (bits & needed) != 0;
    }
}
