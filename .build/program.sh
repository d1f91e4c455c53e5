# Sourced by ./build and ./muster, with $home and $jdk set: the built program under target/muster.
#
#   target/muster/lib.7/   the jars of one build; muster-cli.jar there names the others in its manifest
#   target/muster/current  the name of the newest of these; $lib is its path
#   target/muster/stamp    as old as the start of that build: a source newer than it is not in it
#   target/muster/*.aot    classes loaded ahead of time, one file per JDK

program=$home/target/muster

find_lib() {
  lib=
  { read -r name <"$program/current"; } 2>/dev/null && [ -f "$program/$name/muster-cli.jar" ] && lib=$program/$name
}

# Folders count too: a file that was removed leaves a newer one behind.
fresh() {
  find_lib && [ -f "$program/stamp" ] && [ -z "$(find "$home/pom.xml" "$home"/*/pom.xml "$home"/*/src/main \
    -newer "$program/stamp" -print -quit 2>/dev/null)" ]
}

can_write() {
  mkdir -p "$program" 2>/dev/null && [ -w "$program" ] && [ -w "$home/cli" ]
}

# One builder at a time. flock lets go by itself when its holder dies; the folder needs a look at the holder.
lock() {
  if command -v flock >/dev/null; then
    exec 9>"$program/lock"
    flock -n 9 || { waiting; flock 9; }
    return
  fi
  until mkdir "$program/lock.d" 2>/dev/null; do
    if stale_lock; then
      rm -rf "$program/lock.d"
    else
      [ -n "${waited:-}" ] || waiting
      waited=1
      sleep 1
    fi
  done
  echo $$ >"$program/lock.d/pid"
  trap 'rm -rf "$program/lock.d"' EXIT
  trap 'exit 130' INT TERM
}

# Its holder is dead, or died before it could leave its number.
stale_lock() {
  if holder=$(cat "$program/lock.d/pid" 2>/dev/null) && [ -n "$holder" ]; then
    ! kill -0 "$holder" 2>/dev/null
  else
    [ -n "$(find "$program/lock.d" -prune -mmin +1 2>/dev/null)" ]
  fi
}

waiting() {
  echo "${0##*/}: waiting for another build to end…" >&2
}

unlock() {
  exec 9>&-
  [ ! -d "$program/lock.d" ] || [ "$(cat "$program/lock.d/pid")" != $$ ] || rm -rf "$program/lock.d"
  trap - EXIT INT TERM
}

# put_in_place LIB STAMP: a running muster opens some of its jars late, so those of the build before stay.
put_in_place() {
  before=
  ! find_lib || before=${lib##*/}
  next=lib.$((${before#lib.} + 1))
  for old in "$program"/lib "$program"/lib.*; do
    [ "$old" = "$program/$before" ] || rm -rf "$old"
  done
  rm -f "$program"/*.aot
  mv "$1" "$program/$next"
  echo "$next" >"$program/current.new"
  mv "$program/current.new" "$program/current"
  mv "$2" "$program/stamp"
  lib=$program/$next
}
