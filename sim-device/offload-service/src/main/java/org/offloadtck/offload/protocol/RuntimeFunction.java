package org.offloadtck.offload.protocol;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What `libomptarget.so` asks of the device server: its number on the wire and how many numbers
/// and addresses it takes. Many exported functions come to one call.
///
/// Devices are numbers from 0; the number of the last plus one is the host, as OpenMP has it.
public enum RuntimeFunction {
    /// flags
    REGISTER_REQUIRES(1, "__tgt_register_requires", 1),
    /// descriptor
    REGISTER_LIBRARY(2, "__tgt_register_lib", 1),
    /// descriptor
    UNREGISTER_LIBRARY(3, "__tgt_unregister_lib", 1),
    /// ident, device, count, bases, begins, sizes, types, names, mappers
    DATA_BEGIN(4, "__tgt_target_data_begin", 9),
    /// as [#DATA_BEGIN]
    DATA_END(5, "__tgt_target_data_end", 9),
    /// as [#DATA_BEGIN]
    DATA_UPDATE(6, "__tgt_target_data_update", 9),
    /// ident, device, teams, thread limit, host pointer, kernel arguments; 0 when it ran there, 1
    /// when the host has to do it
    TARGET_KERNEL(7, "__tgt_target_kernel", 6),
    /// how many devices take an image of the program
    COUNT_DEVICES(8, "omp_get_num_devices", 0),
    /// bytes, device; a device address, 0 when there is no room
    ALLOCATE(9, "omp_target_alloc", 2),
    /// device address, device
    FREE(10, "omp_target_free", 2),
    /// host address, device; 1 or 0
    IS_PRESENT(11, "omp_target_is_present", 2),
    /// destination, source, bytes, device of each; 0, or -1 when it is not done
    COPY(12, "omp_target_memcpy", 5),
    /// host address, device address, bytes, offset, device; 0, or -1 when it is not done
    ASSOCIATE(13, "omp_target_associate_ptr", 5),
    /// host address, device; 0, or -1 when it is not done
    DISASSOCIATE(14, "omp_target_disassociate_ptr", 2),
    /// host address, device; a device address, 0 when it is not mapped
    MAPPED_POINTER(15, "omp_get_mapped_ptr", 2),
    /// device address, byte, bytes, device; 0, or -1 when it is not done
    FILL(16, "omp_target_memset", 4),
    /// device; 1 when its description is in the output, 0 when there is no such device
    DESCRIBE_DEVICE(17, "__tgt_print_device_info", 1),
    /// flags, as `LIBOMPTARGET_INFO`
    SET_INFORMATION(18, "__tgt_set_info_flag", 1),
    /// bytes, device; an address that host and device share, 0 when there is no room
    ALLOCATE_SHARED(19, "llvm_omp_target_alloc_shared", 2);

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

    /// On the wire; `omptarget/calls.def` has the same.
    public int number() {
        return number;
    }

    /// The exported function that is most like it.
    public String symbol() {
        return symbol;
    }

    /// How many numbers and addresses it takes, 64 bits each.
    public int arguments() {
        return arguments;
    }

    public static Optional<RuntimeFunction> of(int number) {
        return Optional.ofNullable(BY_NUMBER.get(number));
    }
}
