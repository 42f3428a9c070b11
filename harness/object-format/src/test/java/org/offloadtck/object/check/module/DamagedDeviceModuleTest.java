package org.offloadtck.object.check.module;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.fixture.ByteDamage;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.IrSyntaxException;
import org.offloadtck.object.ir.SampleModules;
import org.offloadtck.object.profile.AbiProfiles;

/// A truncated module or one with a flipped bit is read or rejected with a position.
class DamagedDeviceModuleTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private static final int STEP = 23;

    @ParameterizedTest
    @ValueSource(strings = {"ir/device22.ll", "ir/device22.s", "ir/embedding16.ll"})
    void survivesEveryPrefix(String path) {
        ByteDamage.everyPrefix(Corpus.bytes(path))
                .forEach(DamagedDeviceModuleTest::assertReadOrRejected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"runtime/trial.d16.ptx", "ir/embedding16.ll"})
    void survivesEveryFlippedBit(String path) {
        ByteDamage.everyFlippedBit(Corpus.bytes(path))
                .forEach(DamagedDeviceModuleTest::assertReadOrRejected);
    }

    /// Every 23rd flipped bit: all bits of a byte, and all places of a line, occur.
    @ParameterizedTest
    @ValueSource(strings = {"host22", "host16", "device22", "device16"})
    void checksWhatIsDamaged(String name) {
        var check =
                CHECK.withHostModule(SampleModules.sample(name.replace("device", "host") + ".ll"));
        var bytes = Corpus.bytes("ir/" + name + ".ll");
        var bit = new AtomicInteger();

        ByteDamage.everyFlippedBit(bytes)
                .filter(_ -> bit.getAndIncrement() % STEP == 0)
                .forEach(damage ->
                        damage.assertReadOrRejected(
                                file -> check.check(file.source(), file.toByteArray())));
    }

    private static void assertReadOrRejected(ByteDamage damage) {
        var source = damage.file().source();
        var text = new String(damage.file().toByteArray(), StandardCharsets.ISO_8859_1);
        try {
            CompiledModule.language(text)
                    .map(language -> CompiledModule.parse(source, language, text))
                    .ifPresent(module -> DeviceModuleCheck.of(module).faults());
        } catch (IrSyntaxException refusal) {
            assertThat(refusal.source()).isEqualTo(source);
            assertThat(refusal.position().offset()).as(source).isBetween(0, text.length());
        }
    }
}
