package org.offloadtck.conformance.result;

/// A device that was asked for, whether it is there or not.
///
/// @param description what the device says it is; why it is absent if it is
public record DeviceRecord(DeviceIdentity identity, Presence presence, String description) {

    /// Whether a device took part.
    public enum Presence {
        PRESENT("present"),
        ABSENT("absent");

        private final String word;

        Presence(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
