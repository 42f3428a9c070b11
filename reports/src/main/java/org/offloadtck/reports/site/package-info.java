/// The report for readers: a page for every requirement, scenario, implementation, device and
/// document, as a folder of files or as one file.
///
/// [ReaderReport] writes both from the same templates (`src/main/jte`, compiled to Java by the
/// build). A template gets the [Site], which joins the results with the catalogue, and the [Links]
/// of its page, which know whether a page is a file or a part of one.
///
/// The rule: a page is a function of the result document and the catalogue, requests nothing and
/// opens from a file; a link into one report leads to the same thing in the next.
@NullMarked
package org.offloadtck.reports.site;

import org.jspecify.annotations.NullMarked;
