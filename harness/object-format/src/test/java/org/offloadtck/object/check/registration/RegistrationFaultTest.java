package org.offloadtck.object.check.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.offloadtck.object.check.registration.EditableWrapper.CODE;
import static org.offloadtck.object.check.registration.EditableWrapper.DATA;
import static org.offloadtck.object.check.registration.EditableWrapper.DESCRIPTOR;
import static org.offloadtck.object.check.registration.EditableWrapper.ROW;
import static org.offloadtck.object.check.rule.RegistrationRule.ENTRY_BOUNDS;
import static org.offloadtck.object.check.rule.RegistrationRule.IMAGE_BOUNDS;
import static org.offloadtck.object.check.rule.RegistrationRule.IMAGE_COUNT;
import static org.offloadtck.object.check.rule.RegistrationRule.MALFORMED_REGISTRATION;
import static org.offloadtck.object.check.rule.RegistrationRule.NOT_REGISTERED;
import static org.offloadtck.object.check.rule.RegistrationRule.NO_INITIALIZER;
import static org.offloadtck.object.check.rule.RegistrationRule.REPEATED_IMAGE;
import static org.offloadtck.object.check.rule.RegistrationRule.STALE_REGISTRATION;
import static org.offloadtck.object.check.rule.RegistrationRule.WRONG_ARGUMENT;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.profile.AbiProfiles;

/// Wrapper objects of LLVM 16, 19 and 22 with one fault each. All were linked with LLVM 16 and 19
/// and run: they abort, crash, or have no device; an unregistration that is missing aborts a
/// program that closes and opens a library.
class RegistrationFaultTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private static final List<String> WRAPPERS =
            List.of("wrappers/openmp-16.o", "wrappers/openmp-19.o", "wrappers/openmp-22.o");

    /// `ret`, `xor %edi, %edi` with a `nop` to the length of `lea`, and `nop`s of 5 and 7 bytes.
    private static final int RETURN = 0xc3;

    private static final int[] CLEAR = {0x31, 0xff, 0x0f, 0x1f, 0x44, 0x00, 0x00};
    private static final int[] NOP_5 = {0x0f, 0x1f, 0x44, 0x00, 0x00};
    private static final int[] NOP_7 = {0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00};

    /// Where the constructor passes the descriptor and calls the function: the distances of `lea`
    /// and `call`, in bytes from the start of the function.
    private static final int ARGUMENT = 4;

    private static final int CALLEE = 9;

    record Fault(
            Function<EditableWrapper, EditableWrapper> edit,
            RegistrationRule rule,
            String section,
            Function<EditableWrapper, Integer> offset) {}

    private static Named<Fault> fault(
            String name,
            RegistrationRule rule,
            String section,
            Function<EditableWrapper, Integer> offset,
            Function<EditableWrapper, EditableWrapper> edit) {
        return Named.of(name, new Fault(edit, rule, section, offset));
    }

    private static Named<Fault> data(
            String name,
            RegistrationRule rule,
            int offset,
            Function<EditableWrapper, EditableWrapper> edit) {
        return fault(name, rule, DATA, _ -> offset, edit);
    }

    private static Named<Fault> code(
            String name,
            RegistrationRule rule,
            int offset,
            Function<EditableWrapper, EditableWrapper> edit) {
        return fault(name, rule, CODE, _ -> offset, edit);
    }

    private static Stream<Named<Fault>> faults() {
        return Stream.of(
                code("no call", NOT_REGISTERED, 0, one -> one.put(CODE, 0, RETURN)),
                code(
                        "wrong call",
                        NOT_REGISTERED,
                        0,
                        one -> one.copy(CODE, one.unregister() + CALLEE, CALLEE)),
                code(
                        "call removed",
                        NOT_REGISTERED,
                        0,
                        one -> one.drop(CODE, CALLEE).put(CODE, CALLEE - 1, NOP_5)),
                code(
                        "no argument",
                        WRONG_ARGUMENT,
                        CALLEE - 1,
                        one -> one.drop(CODE, ARGUMENT).put(CODE, 1, NOP_7)),
                code(
                        "null argument",
                        WRONG_ARGUMENT,
                        CALLEE - 1,
                        one -> one.drop(CODE, ARGUMENT).put(CODE, 1, CLEAR)),
                code(
                        "rows as argument",
                        WRONG_ARGUMENT,
                        CALLEE - 1,
                        one -> one.move(CODE, ARGUMENT, -DESCRIPTOR)),
                fault(
                        "no constructor",
                        NO_INITIALIZER,
                        "",
                        _ -> 0,
                        one -> one.drop(one.initializers(), 0)),
                fault(
                        "constructor unregisters",
                        NOT_REGISTERED,
                        CODE,
                        EditableWrapper::unregister,
                        one -> one.move(one.initializers(), 0, one.unregister())),
                code(
                        "no unregistration",
                        STALE_REGISTRATION,
                        CALLEE - 1,
                        one -> one.put(CODE, one.unregister(), RETURN)),
                fault(
                        "unregistration of rows",
                        STALE_REGISTRATION,
                        CODE,
                        one -> one.unregister() + CALLEE - 1,
                        one -> one.move(CODE, one.unregister() + ARGUMENT, -DESCRIPTOR)),
                data("no image", IMAGE_COUNT, DESCRIPTOR, one -> one.put(DATA, DESCRIPTOR, 0)),
                data("too few", IMAGE_COUNT, DESCRIPTOR, one -> one.put(DATA, DESCRIPTOR, 1)),
                data("too many", IMAGE_COUNT, DESCRIPTOR, one -> one.put(DATA, DESCRIPTOR, 3)),
                data(
                        "no rows",
                        MALFORMED_REGISTRATION,
                        DESCRIPTOR + 8,
                        one -> one.drop(DATA, DESCRIPTOR + 8)),
                data("image swapped", IMAGE_BOUNDS, 0, one -> one.swap(DATA, 0, 8)),
                data("image late", IMAGE_BOUNDS, ROW, one -> one.move(DATA, ROW, 8)),
                data("image cut", IMAGE_BOUNDS, 8, one -> one.move(DATA, 8, -64)),
                data("images overlap", IMAGE_BOUNDS, 8, one -> one.copy(DATA, ROW + 8, 8)),
                data(
                        "image shared",
                        REPEATED_IMAGE,
                        ROW,
                        one -> one.copy(DATA, 0, ROW).copy(DATA, 8, ROW + 8)),
                data(
                        "entries swapped",
                        ENTRY_BOUNDS,
                        DESCRIPTOR + 16,
                        one -> one.swap(DATA, DESCRIPTOR + 16, DESCRIPTOR + 24)),
                data(
                        "entries late",
                        ENTRY_BOUNDS,
                        DESCRIPTOR + 16,
                        one -> one.move(DATA, DESCRIPTOR + 16, ROW)),
                data(
                        "entries beyond",
                        ENTRY_BOUNDS,
                        DESCRIPTOR + 24,
                        one -> one.move(DATA, DESCRIPTOR + 24, ROW)),
                data(
                        "entries of a row cut",
                        ENTRY_BOUNDS,
                        ROW + 24,
                        one -> one.move(DATA, ROW + 24, -ROW)),
                data("entries of a row swapped", ENTRY_BOUNDS, 16, one -> one.swap(DATA, 16, 24)));
    }

    static Stream<Arguments> faultyWrappers() {
        return WRAPPERS.stream().flatMap(file -> faults().map(fault -> Arguments.of(file, fault)));
    }

    @ParameterizedTest
    @MethodSource("faultyWrappers")
    void findsTheFaultAndNoOther(String file, Fault fault) {
        var wrapper = fault.edit().apply(new EditableWrapper(file));
        var section = fault.section().isEmpty() ? wrapper.initializers() : fault.section();

        assertThat(CHECK.check(file, wrapper.bytes()).findings())
                .extracting(Finding::rule, Finding::section, Finding::offset)
                .containsExactly(
                        tuple(
                                fault.rule(),
                                section,
                                wrapper.at(section, fault.offset().apply(wrapper))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wrappers/openmp-16.o",
                "wrappers/openmp-19.o",
                "wrappers/openmp-22.o",
                "wrappers/cuda-16.o",
                "wrappers/cuda-19.o",
                "wrappers/cuda-22.o",
                "wrappers/hip-16.o",
                "wrappers/hip-19.o",
                "wrappers/hip-22.o"
            })
    void findsNoFaultInAWrapper(String file) {
        assertThat(CHECK.check(file, new EditableWrapper(file).bytes()).findings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wrappers/cuda-16.o",
                "wrappers/cuda-22.o",
                "wrappers/hip-16.o",
                "wrappers/hip-22.o"
            })
    void findsAFatBinaryThatNoFunctionRegisters(String file) {
        var wrapper = new EditableWrapper(file).put(CODE, 0, RETURN);

        assertThat(CHECK.check(file, wrapper.bytes()).findings())
                .extracting(Finding::rule)
                .containsExactly(NOT_REGISTERED);
    }
}
