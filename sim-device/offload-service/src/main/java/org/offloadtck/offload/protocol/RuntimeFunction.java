package org.offloadtck.offload.protocol;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A function of the runtime protocol: its number and the count of its arguments. Several exported
/// functions of `libomptarget.so` map to one of them.
///
/// Devices are numbered from 0; the number of devices is the host, as in OpenMP.
public enum RuntimeFunction {
    /// flags
    REGISTER_REQUIRES(1, "__tgt_register_requires", 1),
    /// descriptor
    REGISTER_LIBRARY(2, "__tgt_register_lib", 1),
    /// descriptor
    UNREGISTER_LIBRARY(3, "__tgt_unregister_lib", 1),
    /// ident, device, count, bases, begins, sizes, types, names, mappers, 1 with `nowait`
    DATA_BEGIN(4, "__tgt_target_data_begin", 10),
    /// as [#DATA_BEGIN]
    DATA_END(5, "__tgt_target_data_end", 10),
    /// as [#DATA_BEGIN]
    DATA_UPDATE(6, "__tgt_target_data_update", 10),
    /// ident, device, teams, thread limit, host pointer, kernel arguments; result 0 if it ran on
    /// the device, 1 if the host must run it
    TARGET_KERNEL(7, "__tgt_target_kernel", 6),
    /// the number of devices that accept an image of the program
    COUNT_DEVICES(8, "omp_get_num_devices", 0),
    /// bytes, device; result a device address, 0 if there is no memory
    ALLOCATE(9, "omp_target_alloc", 2),
    /// device address, device
    FREE(10, "omp_target_free", 2),
    /// host address, device; result 1 or 0
    IS_PRESENT(11, "omp_target_is_present", 2),
    /// destination, source, bytes, device of each; result 0, or -1 on failure
    COPY(12, "omp_target_memcpy", 5),
    /// host address, device address, bytes, offset, device; result 0, or -1 on failure
    ASSOCIATE(13, "omp_target_associate_ptr", 5),
    /// host address, device; result 0, or -1 on failure
    DISASSOCIATE(14, "omp_target_disassociate_ptr", 2),
    /// host address, device; result a device address, 0 if it is not mapped
    MAPPED_POINTER(15, "omp_get_mapped_ptr", 2),
    /// device address, byte, bytes, device; result 0, or -1 on failure
    FILL(16, "omp_target_memset", 4),
    /// device; result 1 with its description in the output, 0 if there is no such device
    DESCRIBE_DEVICE(17, "__tgt_print_device_info", 1),
    /// flags, as `LIBOMPTARGET_INFO`
    SET_INFORMATION(18, "__tgt_set_info_flag", 1),
    /// bytes, device; result an address that is valid on host and device, 0 if there is no memory
    ALLOCATE_SHARED(19, "llvm_omp_target_alloc_shared", 2),
    /// From now on, the process gets each [ToolReport].
    ATTACH_TOOL(20, "ompt_start_tool", 0),
    /// ident, device; selects and prepares the device of a construct; result 1, or 0 for the host
    PREPARE(21, "ompt_callback_target", 2),
    /// ident, device, type; result the number of an object, 0 if the host continues without the
    /// device
    INTEROP_INIT(22, "__tgt_interop_init", 3),
    /// ident, object, device of the clause or -1
    INTEROP_USE(23, "__tgt_interop_use", 3),
    /// as [#INTEROP_USE]
    INTEROP_DESTROY(24, "__tgt_interop_destroy", 3),
    /// object; result its device, and its type above 32 bits
    INTEROP_DEVICE(25, "omp_get_interop_int", 1),
    /// as [#ALLOCATE_SHARED]
    ALLOCATE_HOST(26, "llvm_omp_target_alloc_host", 2),
    /// as [#ALLOCATE]
    ALLOCATE_DEVICE(27, "llvm_omp_target_alloc_device", 2);

    private static final Map<Integer, RuntimeFunction> BY_NUMBER =
            Arrays.stream(values())
                    .collect(Collectors.toMap(RuntimeFunction::number, Function.identity()));

    private final int number;
    private final String symbol;
    private final int arguments;

    RuntimeFunction(int number, String symbol, int arguments) {
        this.number = number;
        this.symbol = symbol;
        this.arguments = arguments;
    }

    /// Its number in requests, as in `omptarget/calls.def`.
    public int number() {
        return number;
    }

    /// The exported function that corresponds most closely.
    public String symbol() {
        return symbol;
    }

    /// The count of its arguments, 64 bits each.
    public int arguments() {
        return arguments;
    }

    public static Optional<RuntimeFunction> of(int number) {
        return Optional.ofNullable(BY_NUMBER.get(number));
    }
}
