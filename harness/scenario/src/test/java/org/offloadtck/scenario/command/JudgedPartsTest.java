package org.offloadtck.scenario.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.result.ImplementationIdentity;

/// How results describe an implementation.
final class JudgedPartsTest {

    /// No program has the name of the toolchain.
    @Test
    void aToolchainOfTheKitHasTheVersionOfItsCompiler() {
        var cuda = JudgedParts.description(ImplementationIdentity.of("clang-16-cuda"));

        assertThat(cuda)
                .isEqualTo(JudgedParts.description(ImplementationIdentity.of("clang++-16")))
                .doesNotContain("cuda");
    }
}
