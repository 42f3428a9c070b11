/// Joins a result document with the catalogue.
///
/// [RunTrace] holds each requirement with the results that speak for it, and says where it stands.
/// Every report that mentions requirements reads it from here, so that no two can disagree.
///
/// The rule: one broken result breaks its requirement; one fault of the kit leaves it undecided;
/// what was not judged neither holds nor breaks it.
@NullMarked
package org.offloadtck.reports.trace;

import org.jspecify.annotations.NullMarked;
