/// A report as one file that can be submitted and verified elsewhere.
///
/// A package is a ZIP archive of stored entries: the files of a report folder in the order of their
/// names, after a [PackageManifest] with the size and SHA-256 of each. Its bytes follow from their
/// content alone, so [PackageVerification] writes the archive once more from what it read and
/// compares: a byte that differs anywhere is found. It also holds the results to the plan that the
/// run wrote before it began.
///
/// The one rule: nothing of an archive is believed before its hash is that of the manifest, and no
/// more of an entry is read than the manifest says it has.
///
/// A package is complete and unchanged since it was made; who made it is not shown, for it is not
/// signed.
///
/// Start at [SubmissionPackage].
@NullMarked
package org.offloadtck.reports.submission;

import org.jspecify.annotations.NullMarked;
