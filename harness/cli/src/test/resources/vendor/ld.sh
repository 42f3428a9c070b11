#!/bin/bash
# The linker of the stand-in vendor: ld, with the edit VENDOR_EDIT made in the object of the linker
# wrapper.
set -e
for word in "$@"; do
    case $word in
    *image.wrapper*.o)
        if [ "$VENDOR_EDIT" = count ]; then
            # The descriptor follows the one row of images, of 32 bytes; its first field is the count.
            llvm-objcopy-19 --dump-section .data.rel.ro="$word.bin" "$word"
            perl -0777 -pi -e 'substr($_, 32, 1) = "\x02"' "$word.bin"
            llvm-objcopy-19 --update-section .data.rel.ro="$word.bin" "$word"
        else
            llvm-objcopy-19 $VENDOR_EDIT "$word"
        fi
        ;;
    esac
done
exec ld "$@"
