package org.offloadtck.object.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.profile.compilation.ImageCarrier;
import org.offloadtck.object.profile.runtime.ImageFitScope;
import org.offloadtck.object.profile.runtime.ImageLoading;
import org.offloadtck.object.profile.runtime.MissingSymbolPolicy;

class AbiProfilesTest {

    private static final AbiProfiles PROFILES = AbiProfiles.load();

    static List<AbiProfile> all() {
        return PROFILES.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void citesASourceForEveryValue(AbiProfile profile) {
        assertThat(profile.values())
                .isNotEmpty()
                .allSatisfy(value -> assertThat(value.source()).as(value.key()).isNotBlank());
    }

    @Test
    void holdsTheDocumentsAndTenReleases() {
        assertThat(PROFILES.ids())
                .containsExactly(
                        "documented",
                        "llvm-14",
                        "llvm-15",
                        "llvm-16",
                        "llvm-17",
                        "llvm-18",
                        "llvm-19",
                        "llvm-20",
                        "llvm-21",
                        "llvm-22",
                        "llvm-23");
    }

    @ParameterizedTest
    @CsvSource({
        "llvm-15, LEGACY, omp_offloading_entries, 1, 1",
        "llvm-19, LEGACY, omp_offloading_entries, 1, 101",
        "llvm-20, VERSION_1, omp_offloading_entries, 1, 101",
        "llvm-23, VERSION_1, llvm_offload_entries, 8, 101"
    })
    void inheritsValuesFromTheExtendedProfile(
            String id, EntryLayout layout, String section, long alignment, int priority) {
        var profile = PROFILES.profile(id);

        assertThat(profile.entries().layout()).isEqualTo(layout);
        assertThat(profile.entries().section(OffloadKind.OPENMP)).contains(section);
        assertThat(profile.entries().alignment()).isEqualTo(alignment);
        assertThat(profile.wrapper().constructorPriority()).isEqualTo(priority);
    }

    @Test
    void returnsTheCarrierOfAnEdition() {
        assertThat(PROFILES.profile("llvm-14").fatObject().carrier())
                .isInstanceOf(ImageCarrier.BundlerSections.class);
        assertThat(PROFILES.profile("llvm-23").fatObject().carrier())
                .isEqualTo(
                        new ImageCarrier.OffloadSection(
                                ".llvm.offloading",
                                0x6fff4c0b,
                                0x80000000L,
                                8,
                                OffloadBinary.Version.V2));
    }

    @ParameterizedTest
    @CsvSource({
        "documented, ITS_DEVICE, AT_REGISTRATION, ERROR",
        "llvm-14, EVERY_DEVICE, AT_FIRST_CONSTRUCT, ERROR",
        "llvm-17, EVERY_DEVICE, AT_FIRST_CONSTRUCT, ERROR",
        "llvm-18, EVERY_DEVICE, AT_FIRST_CONSTRUCT, TOLERATED",
        "llvm-19, ITS_DEVICE, AT_FIRST_CONSTRUCT, TOLERATED",
        "llvm-23, ITS_DEVICE, AT_FIRST_CONSTRUCT, TOLERATED"
    })
    void statesHowImagesAreChosenAndLoaded(
            String id, ImageFitScope fit, ImageLoading loading, MissingSymbolPolicy missing) {
        var runtime = PROFILES.profile(id).runtime();

        assertThat(runtime.imageFit()).isEqualTo(fit);
        assertThat(runtime.imageLoading()).isEqualTo(loading);
        assertThat(runtime.missingSymbol()).isEqualTo(missing);
    }

    @Test
    void statesThatTheFunctionPointerFlagWasChosen() {
        assertThat(PROFILES.profile("documented").value("entries.indirect.flag"))
                .hasValueSatisfying(value -> {
                    assertThat(value.value()).isEqualTo("8");
                    assertThat(value.origin()).isEqualTo(ProfileValue.Origin.CHOSEN);
                });
    }

    @Test
    void namesTheProfilesThereAreWhenOneIsUnknown() {
        assertThatExceptionOfType(MalformedProfileException.class)
                .isThrownBy(() -> PROFILES.profile("llvm-99"))
                .withMessageStartingWith(
                        "profile: llvm-99: is no profile; the profiles are documented,"
                                + " llvm-14,");
    }
}
