package org.offloadtck.conformance.result;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.offloadtck.conformance.waiver.ExclusionUse;
import org.offloadtck.conformance.waiver.Waiver;
import org.offloadtck.conformance.waiver.WaiverUse;

/// What a run judged, with what, and which part of the catalogue it selected. Equal subjects and
/// implementations that behave alike give equal results.
///
/// @param implementations every one that a result names
/// @param devices every one that was looked for or that a result names
public record RunSubject(
        Kit kit,
        Selection selection,
        List<ImplementationRecord> implementations,
        List<DeviceRecord> devices) {

    public RunSubject {
        implementations = List.copyOf(implementations);
        devices = List.copyOf(devices);
    }

    /// The kit that made the document.
    ///
    /// @param version of the kit
    /// @param commit of its sources, as `git describe --always --dirty --abbrev=40` names it; empty
    ///   if the build knew none
    /// @param catalogue SHA-256 of the requirements, see
    ///   [Catalogue#sha256][org.offloadtck.conformance.requirement.Catalogue#sha256]; empty if none
    ///   was loaded
    /// @param requirements SHA-256 of each requirement's row, by its id: those of two catalogues
    ///   say which sentences were reworded
    public record Kit(
            String version, String commit, String catalogue, Map<String, String> requirements) {
        public Kit {
            requirements = Collections.unmodifiableMap(new TreeMap<>(requirements));
        }
    }

    /// The scenarios that were asked for; all of them if every list is empty.
    ///
    /// @param devices platforms: `sim`
    /// @param profiles ids of ABI profiles
    /// @param implementations ids of toolchains, files of descriptors, or `reference`
    /// @param tags Cucumber's tag expression; empty for none
    /// @param waivers of the run, with their effect
    /// @param exclusions of the run, with their effect
    public record Selection(
            List<String> devices,
            List<String> profiles,
            List<String> implementations,
            String tags,
            List<WaiverUse> waivers,
            List<ExclusionUse> exclusions) {

        public static final Selection ALL =
                new Selection(List.of(), List.of(), List.of(), "", List.of(), List.of());

        public Selection {
            devices = List.copyOf(devices);
            profiles = List.copyOf(profiles);
            implementations = List.copyOf(implementations);
            waivers = List.copyOf(waivers);
            exclusions = List.copyOf(exclusions);
        }

        /// The waiver that decided a verdict; empty if none did, or the run did not have it.
        public Optional<Waiver> waiver(Verdict verdict) {
            return waivers.stream()
                    .map(WaiverUse::waiver)
                    .filter(each -> verdict.waiverId().filter(each.id()::equals).isPresent())
                    .findFirst();
        }
    }
}
