package org.offloadtck.object.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A profile that the kit does not ship; messages name it `mine.yaml`.
class UserProfileTest {

    private static final AbiProfiles PROFILES = AbiProfiles.load();

    private static final String HEAD =
            """
            profile: mine
            title: a vendor's fork
            extends: llvm-22
            values:
            """;

    private static final String SMALL =
            HEAD + "  entries: {alignment: {value: 16, source: our linker}}\n";

    record Fault(String yaml, String message) {}

    static Fault[] faults() {
        return new Fault[] {
            new Fault(
                    HEAD + "  entries: {layuot: {value: 56, source: here}}",
                    "mine.yaml: entries.layuot: is no key of a profile"),
            new Fault(
                    HEAD + "  entries: {layout: {value: 48, source: here}}",
                    "mine.yaml: entries.layout: is '48' when it should be one of 32, 56 (bytes)"),
            new Fault(
                    HEAD + "  entries: {alignment: {value: big, source: here}}",
                    "mine.yaml: entries.alignment: is 'big' when it should be an integer"),
            new Fault(
                    HEAD + "  entries: {alignment: {value: 8}}",
                    "mine.yaml: entries.alignment: has no source, when every value should cite"),
            new Fault(
                    HEAD + "  entries: {alignment: {value: 8, source: here, chosen: there}}",
                    "mine.yaml: entries.alignment: has both source and chosen, when it should"),
            new Fault(
                    HEAD + "  entries: {alignment: {value: 8, source: here, note: x}}",
                    "mine.yaml: entries.alignment.note: stands in a value, when only"),
            new Fault(
                    HEAD + "  entries: {alignment: 8}",
                    "mine.yaml: entries.alignment: is no mapping, when it should be one"),
            new Fault(
                    HEAD + "  wrapper: {unregister: {value: never, source: here}}",
                    "mine.yaml: wrapper.unregister: is 'never' when it should be one of"
                            + " fini-array, atexit"),
            new Fault(
                    "profile: mine\ntitle: t\nextends: llvm-99\nvalues: {}",
                    "mine.yaml: extends: llvm-99: is no profile; the profiles are"),
            new Fault(
                    "profile: mine\ntitle: t\nextends: mine\nvalues: {}",
                    "mine.yaml: extends: is 'mine', which extends this profile"),
            new Fault(
                    "profile: mine\ntitle: t\nvalues: {}",
                    "mine.yaml: fat-object.bundler.prefix: is missing, when the profile"),
            new Fault("profile: mine\nvalues: {}", "mine.yaml: title: is missing, when every"),
            new Fault(
                    "profile: mine\nprofil: x\ntitle: t\nvalues: {}",
                    "mine.yaml: profil: is no key of a profile, when it should be one of profile,"),
            new Fault("profile: [", "mine.yaml: line 1: "),
            new Fault("profile: mine\nprofile: mine", "mine.yaml: line 2: Duplicate field"),
            new Fault("", "mine.yaml: line 1: the file is no mapping, when it should be one")
        };
    }

    @Test
    void addsAProfileThatExtendsOneOfTheKit() {
        var profile =
                PROFILES.with(
                                "mine.yaml",
                                HEAD + "  entries: {alignment: {value: 16, source: our linker}}")
                        .profile("mine");

        assertThat(profile.entries().alignment()).isEqualTo(16);
        assertThat(profile.entries().layout())
                .isEqualTo(PROFILES.profile("llvm-22").entries().layout());
        assertThat(profile.value("entries.alignment"))
                .contains(
                        new ProfileValue(
                                "entries.alignment",
                                "16",
                                ProfileValue.Origin.CITED,
                                "our linker",
                                "mine.yaml"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void reportsTheWrongKeyAndTheExpectedValue(Fault fault) {
        assertThatExceptionOfType(MalformedProfileException.class)
                .isThrownBy(() -> PROFILES.with("mine.yaml", fault.yaml()))
                .withMessageStartingWith(fault.message());
    }

    @Test
    void everyPrefixOfAFileIsReadOrRejected() {
        for (int length = 0; length < SMALL.length(); length++) {
            readOrReject("prefix of " + length, SMALL.substring(0, length));
        }
    }

    @Test
    void everyFlippedBitOfAFileIsReadOrRejected() {
        byte[] intact = SMALL.getBytes(UTF_8);
        for (int bit = 0; bit < intact.length * Byte.SIZE; bit++) {
            byte[] damaged = intact.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            readOrReject("bit " + bit + " flipped", new String(damaged, UTF_8));
        }
    }

    private static void readOrReject(String damage, String yaml) {
        try {
            PROFILES.with(damage, yaml);
        } catch (MalformedProfileException refused) {
            assertThat(refused.source()).as(yaml).isNotBlank();
        }
    }
}
