package org.offloadtck.emulation.run;

import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.checks.Check;
import org.offloadtck.emulation.inject.InjectedFault;
import org.offloadtck.emulation.inject.InjectionSyntaxException;
import org.offloadtck.engine.device.DeviceSpec;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Converters of option values of `offload-tck exec`.
final class ExecOptionConverters {

    private ExecOptionConverters() {}

    /// The checks that a word of `--check` selects.
    record Wanted(Set<Check> checks) {}

    static final class CheckConverter implements ITypeConverter<Wanted> {

        @Override
        public Wanted convert(String word) {
            return Check.of(word)
                    .map(Wanted::new)
                    .orElseThrow(() -> unknown(word, "check", Check.words()));
        }
    }

    static final class RuntimeConverter implements ITypeConverter<RuntimeLibrary> {

        @Override
        public RuntimeLibrary convert(String word) {
            return RuntimeLibrary.of(word)
                    .orElseThrow(() -> unknown(word, "runtime", RuntimeLibrary.words()));
        }
    }

    static final class DeviceConverter implements ITypeConverter<DeviceSpec> {

        @Override
        public DeviceSpec convert(String name) {
            var names = DeviceSpec.all().stream().map(DeviceSpec::name);
            return DeviceSpec.named(name)
                    .orElseThrow(
                            () -> unknown(name, "device", names.collect(Collectors.joining(", "))));
        }
    }

    static final class FaultConverter implements ITypeConverter<InjectedFault> {

        @Override
        public InjectedFault convert(String text) {
            try {
                return InjectedFault.parse(text);
            } catch (InjectionSyntaxException fault) {
                var wrong = new TypeConversionException(String.valueOf(fault.getMessage()));
                wrong.initCause(fault);
                throw wrong;
            }
        }
    }

    private static TypeConversionException unknown(String word, String what, String known) {
        return new TypeConversionException(
                "'%s' is not a %s when it should be one of %s".formatted(word, what, known));
    }
}
