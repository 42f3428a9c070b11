import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Compares what two devices printed for the forms of a folder that Generate.java wrote:
///
///     java Compare.java FOLDER SIMULATED GPU [--all]
///
/// A line for each form that differs: of how many results, how many of them are NaNs with other
/// bits on both sides, the largest difference of numbers in units of the last place, and the first
/// operands with both results. `--all` also lists the forms that are equal.
final class Compare {

    private record Form(String module, int at, int record, int bits, int count, String result, List<String> operands) {}

    private static final String[] KINDS = {"f16", "bf16", "f16x2", "bf16x2", "f32", "f64", "tf32"};

    private final byte[] operands;

    private Compare(byte[] operands) {
        this.operands = operands;
    }

    public static void main(String[] words) throws Exception {
        var folder = Path.of(words[0]);
        boolean all = words.length > 3;
        var left = results(Path.of(words[1]));
        var right = results(Path.of(words[2]));
        var compare = new Compare(Files.readAllBytes(folder.resolve("operands.bin")));
        int equal = 0;
        int payloads = 0;
        var differing = new ArrayList<String>();
        for (var line : Files.readAllLines(folder.resolve("manifest.tsv"))) {
            var columns = line.split("\t");
            var form = new Form(columns[0], Integer.parseInt(columns[4]), Integer.parseInt(columns[5]), Integer.parseInt(columns[6]),
                    Integer.parseInt(columns[7]), columns[8], columns[9].equals("-") ? List.of() : List.of(columns[9].split(",")));
            var a = left.get(columns[10]);
            var b = right.get(columns[10]);
            if (a == null || b == null) {
                differing.add(columns[10] + ": only on one side");
            } else if (a.equals(b)) {
                equal++;
                if (all) {
                    System.out.println("equal " + columns[10]);
                }
            } else {
                var report = compare.report(form, columns[10], a, b);
                payloads += report.startsWith("NaN") ? 1 : 0;
                differing.add(report);
            }
        }
        differing.forEach(System.out::println);
        System.out.printf("%d forms are equal, %d differ, of which %d in bits of NaNs alone%n", equal, differing.size(), payloads);
    }

    private static Map<String, String> results(Path file) throws Exception {
        var results = new HashMap<String, String>();
        for (var line : Files.readAllLines(file)) {
            int space = line.indexOf(' ');
            if (space > 0) {
                results.put(line.substring(0, space), line.substring(space + 1));
            }
        }
        return results;
    }

    private String report(Form form, String name, String a, String b) {
        if (a.startsWith("!") || b.startsWith("!")) {
            return "fails %s: %s | %s".formatted(name, a.substring(0, Math.min(60, a.length())), b.substring(0, Math.min(60, b.length())));
        }
        int digits = form.bits() / 4;
        int number = a.length() / digits;
        int unlike = 0;
        int nans = 0;
        BigInteger most = BigInteger.ZERO;
        int first = -1;
        int worst = -1;
        for (int i = 0; i < number; i++) {
            var x = a.substring(i * digits, (i + 1) * digits);
            var y = b.substring(i * digits, (i + 1) * digits);
            if (x.equals(y)) {
                continue;
            }
            unlike++;
            boolean payload = isNan(form.result(), x) && isNan(form.result(), y);
            nans += payload ? 1 : 0;
            if (!payload && first < 0) {
                first = i;
            }
            var ulps = ulps(form.result(), x, y);
            if (!payload && ulps.compareTo(most) > 0) {
                most = ulps;
                worst = i;
            }
        }
        boolean real = List.of(KINDS).contains(form.result());
        boolean only = nans == unlike;
        var text = new StringBuilder(only ? "NaN " : "differs ");
        text.append("%s: %d of %d".formatted(name, unlike, number));
        if (nans > 0) {
            text.append(", NaN bits %d".formatted(nans));
        }
        if (real && !only) {
            text.append(", at most %s ulp".formatted(most.bitLength() > 40 ? "2^" + most.bitLength() : most));
        }
        text.append("; ").append(example(form, only ? firstDifference(a, b, digits) : first, a, b));
        if (worst >= 0 && worst != first && real) {
            text.append("; worst ").append(example(form, worst, a, b));
        }
        return text.toString();
    }

    private static int firstDifference(String a, String b, int digits) {
        int i = 0;
        while (a.charAt(i) == b.charAt(i)) {
            i++;
        }
        return i / digits;
    }

    private String example(Form form, int i, String a, String b) {
        int digits = form.bits() / 4;
        int thread = i / form.count();
        var text = new StringBuilder("[%d]".formatted(i));
        var bytes = ByteBuffer.wrap(operands).order(ByteOrder.LITTLE_ENDIAN);
        for (int j = 0; j < form.operands().size(); j++) {
            int width = width(form.operands().get(j));
            long value = bytes.getLong(form.at() + thread * form.record() + 8 * j);
            var hex = "%016x".formatted(value);
            text.append(' ').append(hex.substring(16 - width / 4));
        }
        return text.append(" -> ").append(a, i * digits, (i + 1) * digits).append(" | ").append(b, i * digits, (i + 1) * digits).toString();
    }

    private static int width(String kind) {
        return switch (kind) {
            case "pred" -> 4;
            case "i16", "nz16", "f16", "bf16", "e4m3x2", "e5m2x2" -> 16;
            case "i64", "f64", "nz64", "f32x2" -> 64;
            default -> 32;
        };
    }

    private static boolean isNan(String kind, String hex) {
        long bits = Long.parseUnsignedLong(hex, 16);
        return switch (kind) {
            case "f16" -> (bits & 0x7fff) > 0x7c00;
            case "bf16" -> (bits & 0x7fff) > 0x7f80;
            case "f32", "tf32" -> (bits & 0x7fff_ffffL) > 0x7f80_0000L;
            case "f64" -> (bits & Long.MAX_VALUE) > 0x7ff0_0000_0000_0000L;
            default -> false;
        };
    }

    private static BigInteger ulps(String kind, String x, String y) {
        return switch (kind) {
            case "f16", "bf16", "f32", "tf32", "f64" -> ordered(x).subtract(ordered(y)).abs();
            case "f16x2", "bf16x2" ->
                    ordered(x.substring(0, 4)).subtract(ordered(y.substring(0, 4))).abs().max(ordered(x.substring(4)).subtract(ordered(y.substring(4))).abs());
            default -> BigInteger.ZERO;
        };
    }

    private static BigInteger ordered(String hex) {
        var bits = new BigInteger(hex, 16);
        int sign = 4 * hex.length() - 1;
        return bits.testBit(sign) ? bits.clearBit(sign).negate() : bits;
    }
}
