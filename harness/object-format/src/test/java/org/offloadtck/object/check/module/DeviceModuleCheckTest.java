package org.offloadtck.object.check.module;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.rule.ModuleRule;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.SampleModules;

/// Every fault, checked on modules that releases compiled and on the same modules with one change.
class DeviceModuleCheckTest {

    @ParameterizedTest
    @CsvSource({
        "host15.ll, device15.ll",
        "host16.ll, device16.ll",
        "host16.ll, device16.s",
        "host19.ll, device19.ll",
        "host22.ll, device22.ll",
        "host22.ll, device22.x86_64.ll",
        "host22.ll, device22.gfx90a.ll"
    })
    void findsNothingWrongInWhatReleasesCompiled(String host, String device) {
        assertThat(
                        DeviceModuleCheck.of(
                                        SampleModules.sample(host), SampleModules.sample(device))
                                .faults())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "@counter = protected local_unnamed_addr global | @other = protected"
                        + " local_unnamed_addr global | MISSING_EXPORT | counter",
                "@table = protected              | @table = internal                  |"
                        + " MISSING_EXPORT | table",
                "@table = protected              | @table = hidden                    |"
                        + " MISSING_EXPORT | table",
                "@table = protected              | @table                             = |"
                        + " PREEMPTIBLE_SYMBOL | table",
                "define hidden noundef i32 @_Z5twicei | define i32 @_Z5twicei         | PREEMPTIBLE_SYMBOL"
                        + "    | _Z5twicei",
                "weak_odr protected ptx_kernel void | weak_odr protected void         |"
                        + " WRONG_EXPORT   | REGION"
            })
    void namesWhatIsWrong(String sound, String broken, ModuleRule rule, String symbol) {
        var text = broken.replace("                             =", " =");
        assertFault(SampleModules.spoiled("device22.ll", sound, text), rule, symbol);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "@extra = protected global i8 0 | UNASKED_EXPORT | extra",
                "define protected ptx_kernel void @extra() {} | UNASKED_EXPORT | extra",
                "@.offloading.entry.x = weak constant i8 0, section \"llvm_offload_entries\" |"
                        + " ENTRIES_ON_DEVICE | .offloading.entry.x"
            })
    void namesWhatIsTooMuch(String extra, ModuleRule rule, String symbol) {
        assertFault(
                SampleModules.read(
                        "device22.ll",
                        "%s\n%s\n".formatted(SampleModules.text("device22.ll"), extra)),
                rule,
                symbol);
    }

    private static void assertFault(CompiledModule device, ModuleRule rule, String symbol) {
        assertThat(DeviceModuleCheck.of(SampleModules.sample("host22.ll"), device).faults())
                .filteredOn(fault -> fault.rule() == rule)
                .extracting(ModuleFault::symbol)
                .containsExactly(symbol.replace("REGION", region()));
    }

    @Test
    void reportsHowASymbolIsMissing() {
        var device = SampleModules.spoiled("device22.ll", "@table = protected", "@table = hidden");

        assertThat(DeviceModuleCheck.of(SampleModules.sample("host22.ll"), device).faults())
                .extracting(ModuleFault::problem)
                .containsExactly("variable table is hidden when it should be exported");
    }

    @Test
    void acceptsALocalVariableThatTheHostHasNoEntryFor() {
        var compilation =
                DeviceModuleCheck.of(
                        SampleModules.sample("host22.ll"), SampleModules.sample("device22.ll"));

        assertThat(compilation.unreachable()).containsExactly("_ZL4step");
    }

    @Test
    void checksADeviceModuleByItsOwnRows() {
        var device = SampleModules.spoiled("device22.ll", "@counter =", "@miscounted =");

        assertThat(DeviceModuleCheck.of(device).faults())
                .extracting(ModuleFault::rule, ModuleFault::symbol)
                .contains(
                        org.assertj.core.api.Assertions.tuple(
                                ModuleRule.MISSING_EXPORT, "counter"));
    }

    @Test
    void acceptsEntriesOfACpu() {
        var device = SampleModules.sample("device22.x86_64.ll");

        assertThat(device.symbols()).anyMatch(one -> DeviceModuleCheck.entry(one).isPresent());
        assertThat(DeviceModuleCheck.of(device).faults()).isEmpty();
    }

    @Test
    void recognisesAnEntryInPtxByItsName() {
        var device =
                SampleModules.ptx(
                        ".version 8.0\n.target sm_70\n.address_size 64\n.weak .const .u64 _$_omp_offloading_$_entry_$_x = 0;\n");

        assertThat(DeviceModuleCheck.of(device).faults())
                .extracting(ModuleFault::rule)
                .containsExactly(ModuleRule.ENTRIES_ON_DEVICE);
    }

    @Test
    void distinguishesALinkedRuntimeFromOneThatIsLeftOut() {
        assertThat(new DeviceRuntimeUse(SampleModules.sample("device16.s")).extent())
                .isEqualTo(DeviceRuntimeUse.Extent.LINKED_IN);
        assertThat(new DeviceRuntimeUse(SampleModules.sample("device22.s")).extent())
                .isEqualTo(DeviceRuntimeUse.Extent.LEFT_OUT);
        assertThat(new DeviceRuntimeUse(SampleModules.sample("device22.s")).undefined())
                .containsExactly(
                        "__kmpc_target_init", "omp_get_thread_num", "__kmpc_target_deinit");
    }

    @Test
    void namesTheFunctionsOfARuntimeThatIsLeftOut() {
        assertThat(DeviceModuleCheck.of(SampleModules.sample("device22.s")).faults())
                .extracting(ModuleFault::problem)
                .containsExactly(
                        "the device runtime is left out when it should be linked in:"
                                + " __kmpc_target_init, omp_get_thread_num, __kmpc_target_deinit");
    }

    @Test
    void namesTheFunctionsThatALinkedRuntimeLacks() {
        var path = "ptx/omp_00_zaxpy.O2.sm75.nolibdevice.ptx";
        var faults = DeviceModuleCheck.of(SampleModules.read(path, Corpus.text(path))).faults();

        assertThat(faults)
                .extracting(ModuleFault::rule)
                .isEqualTo(List.of(ModuleRule.RUNTIME_INCOMPLETE));
        assertThat(faults.getFirst().problem())
                .startsWith("the device runtime is linked in without __nv_isnand, __nv_isinfd")
                .endsWith(" when it should be whole");
    }

    private static String region() {
        return SampleModules.sample("host22.ll").offloadInfo().getFirst().name();
    }
}
