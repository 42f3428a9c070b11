package org.offloadtck.object.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.container.OffloadBundle.CodeObject;

class OffloadBundleProperties {

    @Provide
    Arbitrary<List<CodeObject>> codeObjects() {
        var ids = Arbitraries.strings().ascii().ofMaxLength(40);
        var contents = Arbitraries.bytes().array(byte[].class).ofMaxSize(5000);
        return Combinators.combine(ids, contents)
                .as((id, bytes) -> new CodeObject(id, ByteBuffer.wrap(bytes)))
                .list()
                .ofMaxSize(4);
    }

    @Property(seed = "20261121", tries = 100)
    void readsBackWhatItWrote(@ForAll("codeObjects") List<CodeObject> codeObjects) {
        var bundle = new OffloadBundle(codeObjects);

        var written = bundle.write();

        assertThat(OffloadBundle.parse(ObjectBytes.of("bundle", written))).isEqualTo(bundle);
    }
}
