# Sourced by ./build, with $home set: mutation testing of what schedules, by PITest (the profile "mutants" of core).

# mutants [PREFIX] [MAVEN-ARGS]: of the classes whose names, after dev.muster., begin with the prefix.
mutants() {
  which=
  case ${1:-} in
    '' | -*) ;;
    *) which=-Dmutants=dev.muster.${1#dev.muster.}* && shift ;;
  esac
  report=core/target/quick/mutants/mutations.xml
  rm -f "$report"
  mvn -B -ntp -q -Dquick -Pmutants -pl core -am process-test-classes ${which:+"$which"} "$@"
  [ -f "$report" ] || { echo "build: no class has such a name."; return; }
  survivors "$report"
  totals "$report"
}

# field NAME: of each mutant on standard input, one a line.
fields='s|.*status=.\([A-Z_]*\).*<sourceFile>\(.*\)</sourceFile><mutatedClass>\(.*\)\.[^.]*</mutatedClass><mutatedMethod>\(.*\)</mutatedMethod>.*<lineNumber>\(.*\)</lineNumber>.*<description>\(.*\)</description>.*|\1 \3 \2 \5 \4 \6|p'

# What no test noticed: where, and what was changed.
survivors() {
  sed -n "$fields" "$1" | sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' | sort -k2,3 -k4n | awk '
    $1 == "SURVIVED" || $1 == "NO_COVERAGE" {
      path = $2; gsub(/\./, "/", path)
      status = $1 == "SURVIVED" ? "survived" : "never run"
      what = ""; for (i = 6; i <= NF; i++) what = what " " $i
      printf "%s core/src/main/java/%s/%s:%s%s\n", status, path, $3, $4, what
    }'
}

# How many of each package were noticed.
totals() {
  sed -n "$fields" "$1" | awk '
    { all[$2]++; sum++; if ($1 != "SURVIVED" && $1 != "NO_COVERAGE") { found[$2]++; caught++ } }
    END {
      for (name in all) printf "%-45s %5d of %5d mutants found (%d%%)\n", name, found[name], all[name], 100 * found[name] / all[name] | "sort"
      close("sort")
      if (sum) printf "%-45s %5d of %5d mutants found (%d%%)\n", "all", caught, sum, 100 * caught / sum
    }'
}
