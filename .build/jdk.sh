# Sourced by ./build and ./muster: find_jdk sets $jdk to a JDK of release 25 or newer and $jdk_id to its
# version and maker, without starting a JVM.

need_jdk=25

# Reads $1/release into $jdk_major and $jdk_id; fails if $1 is no JDK.
read_jdk() {
  jdk_major= jdk_id= jdk_maker=
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  while IFS='=' read -r key value; do
    value=${value#\"} value=${value%\"}
    case $key in
      JAVA_VERSION) jdk_major=${value%%[!0-9]*} ;;
      JAVA_RUNTIME_VERSION) jdk_id=$value ;;
      IMPLEMENTOR) jdk_maker=${value%% *} ;;
    esac
  done <"$1/release"
  jdk_id=${jdk_id:-$jdk_major}-$jdk_maker
  [ -n "$jdk_major" ]
}

new_enough() {
  [ -n "$1" ] && read_jdk "$1" && [ "$jdk_major" -ge "$need_jdk" ]
}

# The home of the java on the PATH, if that is where its links lead.
jdk_on_path() {
  java=$(command -v java) && java=$(readlink -f "$java" 2>/dev/null) && echo "${java%/bin/java}"
}

# What was named by hand wins; of those that merely lie around, exactly 25 is better than newer.
find_jdk() {
  if [ -n "${MUSTER_JDK:-}" ]; then
    new_enough "$MUSTER_JDK" && jdk=$MUSTER_JDK && return
    echo "${0##*/}: MUSTER_JDK=$MUSTER_JDK is no JDK $need_jdk or newer." >&2
    return 1
  fi
  new_enough "${JAVA_HOME:-}" && jdk=$JAVA_HOME && return
  jdk=$(jdk_on_path) && new_enough "$jdk" && return
  newer=
  for jdk in /usr/lib/jvm/* /usr/java/* "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
    /opt/*jdk* /opt/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    new_enough "$jdk" || continue
    [ "$jdk_major" -gt "$need_jdk" ] || return 0
    newer=${newer:-$jdk}
  done
  jdk=$newer
  new_enough "$jdk" && return
  echo "${0##*/}: no JDK $need_jdk or newer found: install one (for example Temurin: sdk install java $need_jdk-tem, or temurin-$need_jdk-jdk from the apt repository of adoptium.net) or name one with MUSTER_JDK=/path/to/jdk." >&2
  return 1
}
