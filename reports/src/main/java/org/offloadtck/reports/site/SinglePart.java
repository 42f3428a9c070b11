package org.offloadtck.reports.site;

import gg.jte.Content;

/// A page as a part of the single file.
public record SinglePart(Page page, Content content) {}
