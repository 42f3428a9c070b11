package org.offloadtck.emulation.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.offloadtck.emulation.resource.EmulatedDevice;

/// The devices that the variable `CUDA_VISIBLE_DEVICES` selects, in its order: indices, and UUIDs
/// as `GPU-` and enough of their first digits to name one device. The first word that names no
/// device, or one that was named before, ends the list. `CUDA_DEVICE_ORDER` changes nothing: all
/// devices of a run are equal.
///
/// Source: CUDA C++ Programming Guide 13.0, "CUDA Environment Variables".
///
/// @param value of the variable; empty if it is not set, which selects all devices
public record VisibleDevices(Optional<String> value) {

    /// All devices.
    public static final VisibleDevices ALL = new VisibleDevices(Optional.empty());

    private static final String UUID = "gpu-";

    /// The indices of the selected devices among those of the machine.
    ///
    /// @param count how many the machine has
    /// @param sm their compute capability, which is part of their UUIDs
    List<Integer> indices(int count, int sm) {
        var all = IntStream.range(0, count).boxed().toList();
        if (value.isEmpty()) {
            return all;
        }
        var selected = new ArrayList<Integer>();
        for (var word : value.get().split(",", -1)) {
            var index = index(word.strip().toLowerCase(Locale.ROOT), all, sm);
            if (index.isEmpty() || selected.contains(index.getAsInt())) {
                break;
            }
            selected.add(index.getAsInt());
        }
        return selected;
    }

    private static OptionalInt index(String word, List<Integer> all, int sm) {
        Predicate<Integer> isNamed =
                word.startsWith(UUID) && word.length() > UUID.length()
                        ? index -> EmulatedDevice.uuidText(sm, index).startsWith(word)
                        : index -> Integer.toString(index).equals(word);
        var named = all.stream().filter(isNamed).toList();
        return named.size() == 1 ? OptionalInt.of(named.getFirst()) : OptionalInt.empty();
    }
}
