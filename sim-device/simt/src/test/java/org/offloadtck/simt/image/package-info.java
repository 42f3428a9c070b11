/// Tests of loading.
@org.jspecify.annotations.NullMarked
package org.offloadtck.simt.image;
