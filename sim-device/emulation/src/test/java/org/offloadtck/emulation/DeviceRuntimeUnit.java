package org.offloadtck.emulation;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;

/// Files in the form of NVIDIA's library of the device runtime and of programs that are linked with
/// it.
public final class DeviceRuntimeUnit {

    private static final int EM_X86_64 = 62;
    private static final int EM_CUDA = 190;
    private static final int SHT_PROGBITS = 1;
    private static final int SHT_SYMTAB = 2;
    private static final int SHT_STRTAB = 3;
    private static final int HEADER = 64;
    private static final int SYMBOLS = 48;

    /// Names of sections and symbols: at 1, 13, 32, 40.
    private static final String NAMES = "\0.text.launch\0__nv_relfatbin\0.symtab\0.strtab\0";

    private static final int TEXT = 1;
    private static final int UNIT = NAMES.indexOf("__nv_relfatbin");
    private static final int SYMTAB = NAMES.indexOf(".symtab");
    private static final int STRTAB = NAMES.indexOf(".strtab");

    private DeviceRuntimeUnit() {}

    /// The unit of the library: machine code of `sm_75` that defines the launch of a kernel.
    public static FatBinary library() {
        return unit("__cudaCDP2LaunchDeviceV2", 1);
    }

    /// The unit of the library of CUDA 11, which has the first version of the device runtime.
    public static FatBinary firstLibrary() {
        return unit("cudaLaunchDeviceV2", 1);
    }

    /// A unit of a program that calls it: machine code that does not define it.
    public static FatBinary caller() {
        return unit("__cudaCDP2LaunchDeviceV2", 0);
    }

    private static FatBinary unit(String function, int section) {
        var code = elf(EM_CUDA, TEXT, new byte[16], function, section);
        return new FatBinary(List.of(new Image(Kind.ELF, 75, ByteBuffer.wrap(code))));
    }

    /// An archive with an object of the host that has the unit of the library.
    public static byte[] archive() {
        var object = elf(EM_X86_64, UNIT, library().write(), "host", 1);
        var file = new ByteArrayOutputStream();
        file.writeBytes("!<arch>\n".getBytes(US_ASCII));
        file.writeBytes(
                "%-16s%-12d%-6d%-6d%-8s%-10d`\n"
                        .formatted("runtime.o/", 0, 0, 0, "644", object.length)
                        .getBytes(US_ASCII));
        file.writeBytes(object);
        return file.toByteArray();
    }

    /// Machine code for `sm_75` and the units that it was linked from: PTX, and the library.
    public static byte[] program(String ptx, FatBinary... others) {
        var text = ByteBuffer.wrap(ptx.getBytes(UTF_8));
        var file = new ByteArrayOutputStream();
        file.writeBytes(machineCode());
        file.writeBytes(new FatBinary(List.of(new Image(Kind.PTX, 75, text))).write());
        for (var other : others) {
            file.writeBytes(other.write());
        }
        return file.toByteArray();
    }

    /// Machine code that only the library was linked to.
    public static byte[] withoutPtx() {
        var file = new ByteArrayOutputStream();
        file.writeBytes(machineCode());
        file.writeBytes(library().write());
        return file.toByteArray();
    }

    private static byte[] machineCode() {
        var code = ByteBuffer.wrap(Corpus.bytes("objects/parameters75.cubin"));
        return new FatBinary(List.of(new Image(Kind.ELF, 75, code))).write();
    }

    /// An ELF file with one section and one function.
    ///
    /// @param name of the section, an offset in [#NAMES]
    /// @param section of the function: 1, or 0 if it is undefined
    private static byte[] elf(
            int machine, int name, byte[] contents, String function, int section) {
        var strings = (NAMES + function + "\0").getBytes(US_ASCII);
        int body = (contents.length + 7) / 8 * 8;
        int symbols = HEADER + body;
        int names = symbols + SYMBOLS;
        int sections = (names + strings.length + 7) / 8 * 8;
        var file = ByteBuffer.allocate(sections + 4 * HEADER).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16);
        file.putShort((short) 1).putShort((short) machine).putInt(1).putLong(0).putLong(0);
        file.putLong(sections).putInt(75).putShort((short) HEADER).putShort((short) 0);
        file.putShort((short) 0).putShort((short) HEADER).putShort((short) 4).putShort((short) 3);
        file.put(contents).position(symbols + SYMBOLS / 2);
        file.putInt(NAMES.length()).put((byte) 0x12).put((byte) 0).putShort((short) section);
        file.position(names);
        file.put(strings).position(sections + HEADER);
        section(file, name, SHT_PROGBITS, HEADER, contents.length);
        section(file, SYMTAB, SHT_SYMTAB, symbols, SYMBOLS);
        section(file, STRTAB, SHT_STRTAB, names, strings.length);
        return file.array();
    }

    private static void section(ByteBuffer file, int name, int type, long offset, long size) {
        boolean isTable = type == SHT_SYMTAB;
        file.putInt(name).putInt(type).putLong(0).putLong(0).putLong(offset).putLong(size);
        file.putInt(isTable ? 3 : 0).putInt(isTable ? 1 : 0).putLong(8);
        file.putLong(isTable ? SYMBOLS / 2 : 0);
    }
}
