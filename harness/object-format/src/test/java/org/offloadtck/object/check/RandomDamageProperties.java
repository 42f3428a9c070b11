package org.offloadtck.object.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.bitcode.BitcodeFile;
import org.offloadtck.object.bitcode.BitcodeSymbolTable;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.report.CheckReportText;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.OffloadBundle;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfSectionTable;
import org.offloadtck.object.fixture.ByteDamage;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.profile.AbiProfiles;

/// Real files with several numbers overwritten, so that damaged fields combine. Every reader
/// returns a value or throws one diagnostic with a position, in proportionate memory, and every
/// file can be checked.
class RandomDamageProperties {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private static final List<String> FILES =
            List.of(
                    "objects/t14.o",
                    "objects/t16.o",
                    "objects/h22.o",
                    "objects/c23.o",
                    "objects/r22.o",
                    "objects/exe22",
                    "objects/p16.bin",
                    "objects/p23.bin",
                    "objects/devn16.o",
                    "objects/deva22.o",
                    "objects/devc19.bin",
                    "objects/hco22.o",
                    "foreign/empty.bc",
                    "objects/libt.a",
                    "foreign/carrier.ppc64.o");

    private static final List<Consumer<ObjectBytes>> READERS =
            List.of(
                    file -> Archive.parse(file.source(), file.toByteArray()),
                    ElfObject::parse,
                    ElfSectionTable::parse,
                    OffloadBinary::parseAll,
                    FatBinary::parse,
                    OffloadBundle::parse,
                    DeviceContainer::parse,
                    BitcodeFile::parse,
                    BitcodeSymbolTable::read);

    /// Typical values of damaged sizes, offsets and counts.
    private static final long[] NUMBERS = {
        0, 1, -1, 7, 8, 0x7f, 0xff, 0xffff, 0x7fffffffL, 0xffffffffL, 1L << 40, 1L << 62, 1L << 63
    };

    /// A number written over a file.
    ///
    /// @param place where, as a share of the file's size in 2^-31
    /// @param width in bytes: 1, 2, 4 or 8
    record Overwrite(int place, int width, long number) {

        void apply(ByteBuffer file) {
            int at = (int) (((long) place * file.capacity()) >>> 31) / width * width;
            for (int index = 0; index < width && at + index < file.capacity(); index++) {
                file.put(at + index, (byte) (number >>> (index * Byte.SIZE)));
            }
        }
    }

    @Property(seed = "1", tries = 400)
    void everyReaderReadsOrRejects(
            @ForAll("files") String path, @ForAll("overwrites") List<Overwrite> overwrites) {
        var damaged = damaged(path, overwrites);

        READERS.forEach(reader ->
                new ByteDamage(ObjectBytes.of(path, damaged)).assertReadOrRejected(reader));
    }

    @Property(seed = "1", tries = 400)
    void everyFileIsChecked(
            @ForAll("files") String path, @ForAll("overwrites") List<Overwrite> overwrites) {
        var report = CHECK.check(path, damaged(path, overwrites));

        assertThat(CheckReportText.of(report)).startsWith(path);
        assertThat(report.findings()).allMatch(finding -> finding.offset() >= 0);
    }

    /// Half of the damage is in the head of the file, where most formats have their tables.
    private static byte[] damaged(String path, List<Overwrite> overwrites) {
        var bytes = Corpus.bytes(path);
        var whole = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        var head = whole.slice(0, Math.min(bytes.length, 256)).order(ByteOrder.LITTLE_ENDIAN);
        for (int index = 0; index < overwrites.size(); index++) {
            overwrites.get(index).apply(index % 2 == 0 ? whole : head);
        }
        return bytes;
    }

    @Provide
    Arbitrary<String> files() {
        return Arbitraries.of(FILES);
    }

    @Provide
    Arbitrary<List<Overwrite>> overwrites() {
        var numbers =
                Arbitraries.oneOf(
                        Arbitraries.of(Arrays.stream(NUMBERS).boxed().toList()),
                        Arbitraries.longs());
        return Combinators.combine(
                        Arbitraries.integers().greaterOrEqual(0),
                        Arbitraries.of(1, 2, 4, 8),
                        numbers)
                .as(Overwrite::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(8);
    }
}
