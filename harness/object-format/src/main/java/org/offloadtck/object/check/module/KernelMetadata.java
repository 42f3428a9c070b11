package org.offloadtck.object.check.module;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.ir.ModuleConstant;
import org.offloadtck.object.ir.ModuleConstant.Aggregate;
import org.offloadtck.object.ir.ModuleConstant.Words;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.SymbolContent.Data;

/// The metadata of a kernel for the plugin that loads it: the byte `<kernel>_exec_mode` up to LLVM
/// 17, the structure `<kernel>_kernel_environment` since 18.
///
/// Sources: LLVM 16, openmp/libomptarget/plugins-nextgen/common/PluginInterface/
/// PluginInterface.cpp, `GenericKernelTy::getExecutionModeForKernel`; LLVM 19,
/// offload/include/Shared/Environment.h, `ConfigurationEnvironmentTy`.
///
/// @param symbol of the metadata
/// @param form which of the two
/// @param values the execution mode and, of an environment, the other numbers of its configuration;
///   empty if the initial value cannot be read
record KernelMetadata(ModuleSymbol symbol, Form form, List<Long> values) {

    /// The modes: LLVM, llvm/include/llvm/Frontend/OpenMP/OMPDeviceConstants.h,
    /// `OMPTgtExecModeFlags`.
    static final long GENERIC = 1;

    static final long SPMD = 2;

    static final long GENERIC_SPMD = 3;

    private static final String EXECUTION_MODE = "_exec_mode";

    static final String ENVIRONMENT = "_kernel_environment";

    /// Index of the mode in a configuration: after two bytes, `UseGenericStateMachine` and
    /// `MayUseNestedParallelism`.
    private static final int MODE = 2;

    /// Index of `MinThreads`; `MaxThreads`, `MinTeams` and `MaxTeams` follow.
    private static final int LIMITS = 3;

    private static final int LIMIT_COUNT = 4;

    /// The size of the configuration with its padding, and that of each limit, in bytes.
    private static final int LIMITS_OFFSET = 4;

    private static final int LIMIT_SIZE = 4;

    /// The form of the metadata.
    enum Form {
        EXECUTION_MODE,
        ENVIRONMENT
    }

    KernelMetadata {
        values = List.copyOf(values);
    }

    /// The metadata that the module defines for a kernel, whether or not it is exported.
    static Optional<KernelMetadata> of(ModuleContents module, String kernel) {
        return module.symbol(kernel + EXECUTION_MODE)
                .filter(ModuleSymbol::isDefined)
                .map(symbol -> new KernelMetadata(symbol, Form.EXECUTION_MODE, byteOf(symbol)))
                .or(() ->
                        module.symbol(kernel + ENVIRONMENT)
                                .filter(ModuleSymbol::isDefined)
                                .map(symbol ->
                                        new KernelMetadata(
                                                symbol, Form.ENVIRONMENT, configuration(symbol))));
    }

    /// The kernel whose metadata has this name; empty if it is no name of metadata.
    static String kernelOf(String name) {
        for (var suffix : List.of(EXECUTION_MODE, ENVIRONMENT)) {
            if (name.endsWith(suffix)) {
                return name.substring(0, name.length() - suffix.length());
            }
        }
        return "";
    }

    /// The name of the environment of a kernel.
    static String environmentOf(String kernel) {
        return kernel + ENVIRONMENT;
    }

    private static List<Long> byteOf(ModuleSymbol symbol) {
        return symbol.content() instanceof Data(_, var value)
                ? switch (value) {
                    case ModuleConstant.Scalar(var mode) -> List.of(mode);
                    case ModuleConstant.Zero() -> List.of(0L);
                    case Words(_, var words) ->
                            words.stream().limit(1).flatMap(word -> number(word).stream()).toList();
                    case Aggregate _,
                            ModuleConstant.Address _,
                            ModuleConstant.Text _,
                            ModuleConstant.Unread _ ->
                            List.of();
                }
                : List.of();
    }

    private static List<Long> number(ModuleConstant constant) {
        return constant instanceof ModuleConstant.Scalar(var value) ? List.of(value) : List.of();
    }

    /// The mode, then the limits.
    private static List<Long> configuration(ModuleSymbol symbol) {
        if (!(symbol.content() instanceof Data(_, var value))) {
            return List.of();
        }
        return switch (value) {
            case Aggregate(var fields)
                    when !fields.isEmpty()
                            && fields.getFirst() instanceof Aggregate(var configuration) ->
                    fields(configuration);
            case Words words -> fields(words);
            case ModuleConstant.Zero() -> List.of(0L);
            case Aggregate _,
                    ModuleConstant.Scalar _,
                    ModuleConstant.Address _,
                    ModuleConstant.Text _,
                    ModuleConstant.Unread _ ->
                    List.of();
        };
    }

    private static List<Long> fields(List<ModuleConstant> configuration) {
        var values = new ArrayList<Long>();
        int count = Math.min(configuration.size(), LIMITS + LIMIT_COUNT);
        for (int index = MODE; index < count; index++) {
            values.addAll(number(configuration.get(index)));
        }
        return values;
    }

    private static List<Long> fields(Words words) {
        var bytes = new LittleEndianWords(words);
        var values = new ArrayList<Long>();
        bytes.read(MODE, 1).ifPresent(values::add);
        for (int limit = 0; limit < LIMIT_COUNT; limit++) {
            bytes.read(LIMITS_OFFSET + limit * LIMIT_SIZE, LIMIT_SIZE)
                    .ifPresent(value -> values.add((long) (int) value));
        }
        return values;
    }

    /// What is impossible in the values; empty if nothing is.
    Optional<String> impossible() {
        if (values.isEmpty()) {
            return Optional.empty();
        }
        long mode = values.getFirst();
        long least = form == Form.ENVIRONMENT ? 0 : GENERIC;
        if (mode < least || mode > GENERIC_SPMD) {
            return Optional.of(
                    "has execution mode %d when it should be from %d to %d"
                            .formatted(mode, least, GENERIC_SPMD));
        }
        for (int index = 1; index + 1 < values.size(); index += 2) {
            long minimum = values.get(index);
            long maximum = values.get(index + 1);
            if (minimum > 0 && maximum > 0 && minimum > maximum) {
                return Optional.of(
                        "has a minimum of %d %s when it should be at most the maximum of %d"
                                .formatted(minimum, index == 1 ? "threads" : "teams", maximum));
            }
        }
        return Optional.empty();
    }
}
