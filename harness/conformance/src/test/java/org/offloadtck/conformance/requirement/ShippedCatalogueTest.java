package org.offloadtck.conformance.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The catalogue the kit ships. A new row without `sha256` fails here, and the failure says it.
class ShippedCatalogueTest {

    private static final SpecificationFolder SHIPPED =
            SpecificationFolder.ofResources(
                    ShippedCatalogueTest.class.getClassLoader(), "corpus/spec");

    @Test
    void everyRequirementQuotesItsDocument() {
        var catalogue = Catalogue.load(SHIPPED);

        assertThat(catalogue.requirements()).hasSizeGreaterThan(2);
    }
}
