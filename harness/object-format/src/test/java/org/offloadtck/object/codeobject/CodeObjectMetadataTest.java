package org.offloadtck.object.codeobject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.fixture.ByteDamage;
import org.offloadtck.object.offload.OffloadBinary;

class CodeObjectMetadataTest {

    private static byte[] codeObject(String binary) {
        return OffloadBinary.parse(binary, Corpus.bytes("objects/" + binary))
                .images()
                .getFirst()
                .toByteArray();
    }

    @ParameterizedTest
    @CsvSource({"devc16.bin, 8", "devc19.bin, 272", "devc22.bin, 16"})
    void readsTheKernelsOfEveryVersion(String binary, long argumentBytes) {
        var object = ElfObject.parse(binary, codeObject(binary));
        var metadata = CodeObjectMetadata.of(object).orElseThrow();

        assertThat(metadata.target()).isEqualTo("amdgcn-amd-amdhsa--gfx90a");
        assertThat(metadata.kernels())
                .singleElement()
                .satisfies(kernel -> {
                    assertThat(kernel.name()).endsWith("_f_l6");
                    assertThat(kernel.symbol()).isEqualTo(kernel.name() + ".kd");
                    assertThat(kernel.argumentBytes()).isEqualTo(argumentBytes);
                });
        assertThat(CodeObjectTarget.ofFlags(object.header().flags()))
                .contains(CodeObjectTarget.parse("gfx90a"));
    }

    @ParameterizedTest
    @CsvSource({
        "0x53f, gfx90a",
        "0x63f, gfx90a:xnack-",
        "0xf3f, gfx90a:sramecc+:xnack+",
        "0x41, gfx1100",
        "0x51, gfx9-generic"
    })
    void readsTheTargetInFlags(String flags, String target) {
        assertThat(CodeObjectTarget.ofFlags(Long.decode(flags)))
                .hasValueSatisfying(found -> assertThat(found).hasToString(target));
    }

    @Test
    void knowsWhichTargetsSuitEachOther() {
        var any = CodeObjectTarget.parse("gfx90a");
        var on = CodeObjectTarget.parse("gfx90a:xnack+");
        var off = CodeObjectTarget.parse("gfx90a:sramecc+:xnack-");

        assertThat(any.suits(on)).isTrue();
        assertThat(on.suits(off)).isFalse();
        assertThat(any.suits(CodeObjectTarget.parse("gfx908"))).isFalse();
        assertThat(CodeObjectTarget.ofFlags(0xfe)).isEmpty();
    }

    @Test
    void readsEveryKindOfNumberAndText() {
        var bytes =
                HexFormat.of()
                        .parseHex(
                                "df00000008"
                                        + "a16105"
                                        + "a162cdffff"
                                        + "a163cefffffffe"
                                        + "a164d0ff"
                                        + "a165d902"
                                        + "7878"
                                        + "a166dc00010a"
                                        + "a167cb0000000000000000"
                                        + "a168c4020000");
        var root = MessagePack.parse(ObjectBytes.of("made", bytes));

        assertThat(root.get("a").number()).isEqualTo(5);
        assertThat(root.get("b").number()).isEqualTo(0xffff);
        assertThat(root.get("c").number()).isEqualTo(0xfffffffeL);
        assertThat(root.get("d").number()).isEqualTo(-1);
        assertThat(root.get("e").text()).isEqualTo("xx");
        assertThat(root.get("f").values()).containsExactly(new MessagePack.Whole(10));
        assertThat(root.get("g")).isEqualTo(new MessagePack.Other());
        assertThat(root.get("nothing").text()).isEmpty();
    }

    @Test
    void rejectsSequencesWithoutEnd() {
        var nested = HexFormat.of().parseHex("91".repeat(100));
        var large = HexFormat.of().parseHex("ddffffffff00");

        assertThatThrownBy(() -> MessagePack.parse(ObjectBytes.of("nested", nested)))
                .isInstanceOf(MalformedObjectException.class);
        assertThatThrownBy(() -> MessagePack.parse(ObjectBytes.of("large", large)))
                .isInstanceOf(MalformedObjectException.class);
    }

    @Test
    void readsOrRejectsEveryDamagedCodeObject() {
        var intact = codeObject("devc16.bin");

        ByteDamage.everyPrefix(intact).forEach(damage -> damage.assertReadOrRejected(this::read));
        ByteDamage.everyFlippedBit(intact)
                .forEach(damage -> damage.assertReadOrRejected(this::read));
    }

    private void read(ObjectBytes bytes) {
        var _ = CodeObjectMetadata.of(ElfObject.parse(bytes));
    }
}
