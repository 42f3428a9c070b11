# Sourced by the scripts beside it: builds the benchmarks, and sets
#   root  the directory of the kit
#   here  the directory of the benchmarks
#   java  the command that runs a class of the benchmarks
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$here/../.." && pwd)

fail() {
    printf '%s: %s\n' "$(basename "$0")" "$1" >&2
    exit "${2:-1}"
}

jdk=$(for home in "${JAVA_HOME:-}" /usr/lib/jvm/*25*; do
    grep -qs '^JAVA_VERSION="25[".]' "$home/release" && echo "$home" && break
done) || fail 'no JDK 25 in JAVA_HOME or /usr/lib/jvm'
mkdir -p "$here/target"
(cd "$root" && JAVA_HOME=$jdk mvn --batch-mode -q -pl sim-device/benchmark -am -Dmaven.test.skip=true process-classes) \
    >"$here/target/build.log" 2>&1 || fail "the build failed; the log is $here/target/build.log"
java=("$jdk/bin/java" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED
    -cp "$here/target/classes:$(cat "$here/target/classpath")")
