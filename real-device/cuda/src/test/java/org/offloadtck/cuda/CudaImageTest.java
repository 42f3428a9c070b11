package org.offloadtck.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.contract.ContractProgram;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

class CudaImageTest {

    private static final CudaCall CALL = new CudaCall("cuda:0", "load");
    private static final TargetId SM_75 = new TargetId(CudaImage.TRIPLE, "sm_75");

    @Test
    void countsTheParametersOfAnEntry() {
        var image = new CudaImage(ContractProgram.PTX.source());

        assertThat(image.parameterCount("store_index")).isEqualTo(OptionalInt.of(1));
        assertThat(image.parameterCount("add_value")).isEqualTo(OptionalInt.of(4));
        assertThat(image.parameterCount("store")).isEmpty();
        assertThat(new CudaImage(".entry f { ret; }").parameterCount("f"))
                .isEqualTo(OptionalInt.of(0));
    }

    @Test
    void newerDevicesCompileOlderPtx() {
        var older = new TargetId(CudaImage.TRIPLE, "sm_60");

        assertThat(CudaImage.isFor(older, SM_75)).isTrue();
        assertThat(CudaImage.isFor(SM_75, SM_75)).isTrue();
        assertThat(CudaImage.isFor(SM_75, older)).isFalse();
        assertThat(CudaImage.isFor(new TargetId("amdgcn-amd-amdhsa", "sm_60"), SM_75)).isFalse();
    }

    @Test
    void takesPtxTextAsItIs() {
        var bytes = MemorySegment.ofArray(".version 6.4".getBytes(UTF_8));

        assertThat(CudaImage.of(CALL, new ProgramImage("a.ptx", SM_75, bytes)).ptx())
                .isEqualTo(".version 6.4");
    }

    @Test
    void refusesAnElfThatIsNoDeviceContainer() {
        var bytes = MemorySegment.ofArray(new byte[] {0x7F, 'E', 'L', 'F'});

        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> CudaImage.of(CALL, new ProgramImage("a.img", SM_75, bytes)))
                .satisfies(refusal ->
                        assertThat(refusal.error()).isEqualTo(DeviceError.INVALID_BINARY));
    }
}
