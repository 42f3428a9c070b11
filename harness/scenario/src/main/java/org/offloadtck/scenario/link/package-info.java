/// Steps of the stages that link: `device-link`, `host-link`, `relocatable-link` and
/// `mixed-targets`.
///
/// [ScenarioLink] is the link of a scenario: its inputs, its options and its result. Start there.
@NullMarked
package org.offloadtck.scenario.link;

import org.jspecify.annotations.NullMarked;
