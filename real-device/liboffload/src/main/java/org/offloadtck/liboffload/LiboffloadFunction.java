package org.offloadtck.liboffload;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;

/// The functions that the plugin calls, with their parameters. Handles are pointers, enumerators
/// 32-bit numbers; each returns an `ol_result_t`.
///
/// Source: LLVM 22, `offload/liboffload/API`, `Common.td` to `Symbol.td`.
enum LiboffloadFunction {
    INIT("olInit"),
    ITERATE_DEVICES("olIterateDevices", ADDRESS, ADDRESS),
    GET_DEVICE_INFO("olGetDeviceInfo", ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS),
    GET_DEVICE_INFO_SIZE("olGetDeviceInfoSize", ADDRESS, JAVA_INT, ADDRESS),
    GET_PLATFORM_INFO("olGetPlatformInfo", ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS),
    MEM_ALLOC("olMemAlloc", ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS),
    MEM_FREE("olMemFree", ADDRESS),
    MEMCPY("olMemcpy", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG),
    MEM_FILL("olMemFill", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG),
    CREATE_QUEUE("olCreateQueue", ADDRESS, ADDRESS),
    DESTROY_QUEUE("olDestroyQueue", ADDRESS),
    SYNC_QUEUE("olSyncQueue", ADDRESS),
    WAIT_EVENTS("olWaitEvents", ADDRESS, ADDRESS, JAVA_LONG),
    CREATE_EVENT("olCreateEvent", ADDRESS, ADDRESS),
    DESTROY_EVENT("olDestroyEvent", ADDRESS),
    SYNC_EVENT("olSyncEvent", ADDRESS),
    IS_VALID_BINARY("olIsValidBinary", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS),
    CREATE_PROGRAM("olCreateProgram", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS),
    DESTROY_PROGRAM("olDestroyProgram", ADDRESS),
    GET_SYMBOL("olGetSymbol", ADDRESS, ADDRESS, JAVA_INT, ADDRESS),
    GET_SYMBOL_INFO("olGetSymbolInfo", ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS),
    LAUNCH_KERNEL("olLaunchKernel", ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);

    private final String symbol;

    @SuppressWarnings("ImmutableEnumChecker") // a record of layouts
    private final FunctionDescriptor descriptor;

    LiboffloadFunction(String symbol, MemoryLayout... parameters) {
        this.symbol = symbol;
        this.descriptor = FunctionDescriptor.of(ADDRESS, parameters);
    }

    String symbol() {
        return symbol;
    }

    int parameters() {
        return descriptor.argumentLayouts().size();
    }

    FunctionDescriptor descriptor() {
        return descriptor;
    }
}
