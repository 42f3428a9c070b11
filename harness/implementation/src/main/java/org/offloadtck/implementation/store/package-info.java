/// Files that builds made, kept from run to run.
///
/// An [ArtifactStore] is a folder of entries. A [StoreEntry] has the files of one build, under a
/// [BuildKey] of everything that decides them, among it the [ToolStamp] of each tool. An
/// [EntryManifest] states the hash of each file.
///
/// The rule: a doubt is a miss. An entry that is not whole, or that another process uses, is not
/// read; the build runs again.
///
/// Start at [ArtifactStore].
@NullMarked
package org.offloadtck.implementation.store;

import org.jspecify.annotations.NullMarked;
