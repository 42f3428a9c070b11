package org.offloadtck.object.offload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Version;

/// Writes an offload binary in LLVM's layout: header, entries, string entries of all images, one
/// string table, then the images, of which only the first is aligned. Source: LLVM 15 to 23,
/// `llvm/lib/Object/OffloadBinary.cpp`, `OffloadBinary::write`.
///
/// Requirement: OB-05.
final class OffloadBinaryWriter {

    private final OffloadBinary binary;
    private final TailMergingStringTable texts;
    private final int stringEntries;
    private final int stringTable;
    private final int firstImage;

    private OffloadBinaryWriter(OffloadBinary binary) {
        this.binary = binary;
        var strings = new ArrayList<byte[]>();
        for (var image : binary.images()) {
            image.strings()
                    .forEach((key, value) -> strings.addAll(List.of(bytes(key), bytes(value))));
        }
        texts = TailMergingStringTable.of(strings);
        stringEntries =
                OffloadBinaryReader.HEADER_SIZE
                        + OffloadBinaryReader.ENTRY_SIZE * binary.images().size();
        stringTable = stringEntries + strings.size() / 2 * binary.version().stringEntrySize();
        firstImage = aligned(stringTable + texts.size());
    }

    static byte[] write(OffloadBinary binary) {
        return new OffloadBinaryWriter(binary).bytes();
    }

    private byte[] bytes() {
        long imageBytes =
                binary.images().stream().mapToLong(image -> image.bytes().byteSize()).sum();
        int size = aligned(Math.addExact(firstImage, Math.toIntExact(imageBytes)));
        var file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt((int) OffloadBinaryReader.MAGIC);
        file.putInt(binary.version().code());
        file.putLong(size);
        file.putLong(OffloadBinaryReader.HEADER_SIZE);
        file.putLong(
                switch (binary.version()) {
                    case V1 -> OffloadBinaryReader.ENTRY_SIZE;
                    case V2 -> binary.images().size();
                });
        putEntries(file);
        binary.images().forEach(image -> putStringEntries(file, image));
        file.put(texts.bytes());
        file.position(firstImage);
        binary.images().forEach(image -> file.put(image.bytes().asByteBuffer()));
        return file.array();
    }

    private void putEntries(ByteBuffer file) {
        long strings = stringEntries;
        long imageOffset = firstImage;
        for (var image : binary.images()) {
            file.putShort((short) image.kindCode());
            file.putShort((short) image.offloadKindCode());
            file.putInt((int) image.flags());
            file.putLong(strings);
            file.putLong(image.strings().size());
            file.putLong(imageOffset);
            file.putLong(image.bytes().byteSize());
            strings += (long) image.strings().size() * binary.version().stringEntrySize();
            imageOffset += image.bytes().byteSize();
        }
    }

    private void putStringEntries(ByteBuffer file, Image image) {
        image.strings()
                .forEach((key, value) -> {
                    file.putLong(stringTable + texts.offset(bytes(key)));
                    file.putLong(stringTable + texts.offset(bytes(value)));
                    if (binary.version() == Version.V2) {
                        file.putLong(bytes(value).length);
                    }
                });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static int aligned(int offset) {
        return Math.ceilDiv(offset, OffloadBinaryReader.ALIGNMENT) * OffloadBinaryReader.ALIGNMENT;
    }
}
