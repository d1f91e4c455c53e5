package dev.muster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was typed wrongly: a sentence on standard error, nothing on standard output, and 1. */
class UsageTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\"                  | Missing required subcommand",
        "fly                   | unknown command `fly`",
        "rnu                   | unknown command `rnu`; did you mean `run`?",
        "sim                   | Missing required subcommand",
        "sim swram             | unknown command `swram`; did you mean `swarm`?",
        "sim swarm --seeds 0   | --seeds must be at least 1, not 0",
        "sim swarm --first 9223372036854775800 | --first must be at most 9223372036854775607 with --seeds 200",
        "sim run sampled/stedy | unknown experiment `sampled/stedy`; did you mean `sampled/steady`?",
        "sim run other         | unknown experiment `other`; `muster sim list` has them all",
        "sim run sampled/steady --set lod=2 | unknown parameter `lod`; did you mean `load`?",
        "sim run sampled/steady --set load=2 | load must be a number from 0.01 to 0.99, not `2`",
        "sim run sampled/steady --set times=odd | times must be one of constant, exponential, pareto, not `odd`",
        "sim run sampled/steady --set nodes=1.5 | nodes must be a whole number from 1 to 1000000",
        "sim run sampled/steady --set nodes=1,tasks=1,taskMs=0.001,delayMs=1000,jobs=2e5 | the cell rejected a job: ",
        "sim run sparrow/figure5 --set load=0.5:2 | load must be one or more numbers from 0.01 to 0.99 with colons between them, not `0.5:2`",
        "sim run sparrow/figure5 --set nodes=20,lod=0.5 | unknown parameter `lod`; did you mean `load`?",
        "sim run sampled/steady --set nodes=20,nodes=30 | nodes is set twice: keep one of them",
        "sim run sampled/steady --plot a.png | --plot must be a file whose name ends in .svg, which is all that is drawn, not `a.png`",
        "sim run sampled/steady --plot absent/a.svg | --plot must be a file in a directory that can be written, not `absent/a.svg`",
        "sim replay            | Missing required parameter: 'FILE'",
        "sim replay absent.json | absent.json does not exist",
        "sim replay a --policy smapled | --policy (heft, or of job files): unknown policy `smapled`; did you mean `sampled`?",
        "sim replay a --policy magic | --policy (heft, or of job files): unknown policy `magic`; available are auto, sampled, estimated, shared, partitioned, central, hybrid",
        "sim replay a --nodes 4,0 | --nodes must be between 1 and 100000",
        "sim replay a --cores 0 | --cores must be between 1 and 10000",
        "sim replay a --memory much | --memory must be an amount such as 64Mi or 2Gi, at least 1 B, not `much`",
        "sim replay a --bandwidth 1Ki | --bandwidth must be an amount such as 64Mi or 2Gi, at least 1 MiB, not `1Ki`",
        "sim replay a b --explain t0/0 | --explain is of one FILE and one number of --nodes",
        "sim replay a --nodes 1,2 --explain t0/0 | --explain is of one FILE and one number of --nodes",
        "sim replay a --scale 0.5 | --scale is for --emit; a replay takes times as recorded",
        "sim replay a b --emit c.yaml | --emit writes one workflow; name one FILE",
        "sim replay a --emit c.yaml --nodes 4 | --emit runs nothing; leave --policy and --nodes out",
        "sim replay a --emit c.yaml --scale 0 | --scale must be above 0 and at most 1, not 0.0",
        "sim replay a --emit c.yaml --scale NaN | --scale must be above 0 and at most 1, not NaN",
        "sim replay a --emit absent/c.yaml | --emit must be a file in a directory that can be written, not `absent/c.yaml`",
        "bench launch --tasks 0 | must be at least 1",
        "bench functions --calls 0 | must be at least 1",
        "bench codec --repeats 0 | --repeats must be at least 1",
        "bench sim --nodes 0    | must be at least 1",
        "bench slots --policy sampled | --policy must be partitioned or shared, not `sampled`",
        "bench slots --slots 0  | --slots must be between 1 and 1000000",
        "bench slots --schedulers 0 | --schedulers must be between 1 and 256",
        "bench slots --load 1   | --load must be above 0 and below 1",
        "bench slots --seconds 0 | --seconds must be above 0",
        "bench commit --machines 0 | --machines must be between 1 and 1000000",
        "bench commit --schedulers 1,0 | --schedulers must be between 1 and 256",
        "bench commit --full 1.5 | --full must be above 0 and at most 1",
        "bench commit --seconds 0 | --seconds must be above 0",
        "bench monitor --nodes 0 | --nodes must be between 1 and 200000",
        "bench monitor --schedulers 1,0 | --schedulers must be between 1 and 2000",
        "bench monitor --changing 2 | --changing must be between 0 and 1",
        "bench monitor --seconds 0 | --seconds must be between 1 and 3600",
        "bench estimated --batch 10 | --batch must be between 100 and 1000",
        "bench sampled --rate 0 | --rate must be more than nothing and at most 10000",
        "bench sampled --nodes 0 | '--nodes': must be from 1 to 64, not `0`",
        "up --dead-after 3s | and --dead-after not less than --suspect-after: they are 4",
        "up --suspect-after 1s | --suspect-after must be at least 2s, for nodes report each second",
        "up --dead-after soon | '--dead-after': must be a duration such as 500ms, 3s or 2m, not `soon`",
        "up --shed-above much  | '--shed-above': must be a number such as 2, or off, not `much`",
        "up --shed-above -1    | '--shed-above': must be a number such as 2, or off, not `-1`",
        "up --shed-above NaN   | '--shed-above': must be a number such as 2, or off, not `NaN`",
        "up --forecast soon    | '--forecast': must be a duration such as 30s or 1m, or off, not `soon`",
        "up --forecast 0s      | '--forecast': must be a duration such as 30s or 1m, or off, not `0s`",
        "up --hybrid some      | '--hybrid': must be found, only-G, only-Q, or such as 50%-Q, 5s-Q or 10s-70%-Q, not `some`",
        "up --hybrid 101%-Q    | '--hybrid': must be found, only-G, only-Q, or such as 50%-Q, 5s-Q or 10s-70%-Q, not `101%-Q`",
        "up --hybrid 0s-Q      | '--hybrid': must be found, only-G, only-Q, or such as 50%-Q, 5s-Q or 10s-70%-Q, not `0s-Q`",
        "up --hybrid Q         | '--hybrid': must be found, only-G, only-Q, or such as 50%-Q, 5s-Q or 10s-70%-Q, not `Q`",
        "run --hybrid 5sec-Q a | '--hybrid': must be found, only-G, only-Q, or such as 50%-Q, 5s-Q or 10s-70%-Q, not `5sec-Q`",
        "up --hybrid-guaranteed maps | '--hybrid-guaranteed': known are none, services, late=0.5 and progress=0.9, not `maps`",
        "up --hybrid-guaranteed services,late=2 | '--hybrid-guaranteed': late= must be above 0 and at most 1, such as 0.5, not `2`",
        "run --hybrid-guaranteed progress=0 a | '--hybrid-guaranteed': progress= must be above 0 and at most 1, such as 0.5, not `0`",
        "up --hybrid-guaranteed services=3 | '--hybrid-guaranteed': services has no value, not `3`",
        "up --hybrid-guaranteed late=1,late=0.5 | '--hybrid-guaranteed': late is given twice: keep one of them",
        "up --hybrid-guaranteed late | '--hybrid-guaranteed': late= must be above 0 and at most 1, such as 0.5, not ``",
        "up --join-grace soon  | '--join-grace': must be a duration such as 500ms, 3s or 2m, not `soon`",
        "node                  | Missing required option: '--cell=HOST:PORT'",
        "node --cell here      | `here` must be HOST:PORT, such as localhost:7070",
        "node --cell here:x    | a port is a number up to 65535, not `x`",
        "node --cell here:1 --files many | a port is a number up to 65535, not `many`",
        "node --cell here:1 --cache 0 | '--cache': must be an amount such as 64Mi or 2Gi, not `0`",
        "node --cell here:1 --keep soon | '--keep': must be a duration such as 30m, 12h or 7d, not `soon`",
        "up --files 70000      | a port is a number up to 65535, not `70000`",
        "up --nodes 65         | --nodes must be from 0 to 64",
        "up --listen many      | a port is a number up to 65535, not `many`",
        "up absent.yaml        | absent.yaml does not exist",
        "queues                | Missing required subcommand",
        "queues chekc          | unknown command `chekc`; did you mean `check`?",
        "queues check          | Missing required parameter: 'FILE'",
        "queues check absent.yaml | absent.yaml does not exist",
        "queues check - --against - | only one of FILE and --against can be standard input",
        "queues check - --agianst a | unknown option `--agianst`; did you mean `--against`?",
        "queues check - --cpu x | '--cpu': must be a number of cores such as 2 or 0.5, not `x`",
        "queues check - --memory 0 | '--memory': must be an amount of memory such as 64Mi or 2Gi",
        "queues check - --resource cpu=2 | use --cpu for that",
        "queues check -o xml a | expected one of [text, json]",
        "run                   | Missing required parameter: 'FILE'",
        "run a b               | one argument too many: `b`",
        "run --node 3 a        | unknown option `--node`; did you mean `--nodes`?",
        "run --nodes 0 a       | '--nodes': must be from 1 to 64, not `0`",
        "run --output-limit 0 a | '--output-limit': must be an amount such as 64Mi or 2Gi, not `0`",
        "run --nodes many a    | '--nodes': must be from 1 to 64, not `many`",
        "run --nodes 9999 a    | '--nodes': must be from 1 to 64, not `9999`",
        "run --schedulers 0 a  | '--schedulers': must be from 1 to 64, not `0`",
        "run --schedulers many a | '--schedulers': must be from 1 to 64, not `many`",
        "up --schedulers 65    | '--schedulers': must be from 1 to 64, not `65`",
        "up --schedulers -1    | '--schedulers': must be from 1 to 64, not `-1`",
        "up --limit claims=1   | '--limit' (scheduler=N,FIELD=MOST,…): scheduler is missing: say whose limit it is, as in scheduler=0",
        "up --limit scheduler=0 | nothing is limited: add a field, such as claims=1000",
        "up --limit scheduler=0,claims | must be FIELD=MOST, such as claims=1000, not `claims`",
        "up --limit scheduler=0,claims=0 | must be claims= and a number from 1 to 999,999,999, not `0`",
        "up --limit scheduler=0,jobs=x | must be jobs= and a number from 1 to 999,999,999, not `x`",
        "up --limit scheduler=0,cpu=-1 | must be cpu= and cores such as 64 or 0.5, not `-1`",
        "up --limit scheduler=0,memory=much | must be memory= and an amount such as 64Mi or 2Gi, not `much`",
        "up --limit scheduler=0,memroy=1Gi | unknown field `memroy`: known are scheduler, claims, cpu, memory, jobs and resource.NAME; did you mean `memory`?",
        "up --limit scheduler=0,resource.a/b=1 | `a/b` must be a name of letters, digits,",
        "up --limit scheduler=0,cpu=1,cpu=2 | `cpu` is given twice: keep one of them",
        "up --limit scheduler=last,cpu=1 | must be scheduler= and its number, from 0, not `last`",
        "up --limit scheduler=1,cpu=1 | --limit: there is no scheduler 1; with --schedulers 1 the last is 0",
        "up --limit scheduler=0,cpu=1 --limit scheduler=0,jobs=1 | --limit: scheduler=0 is given twice: put its fields into one",
        "up --audit absent/a.json | --audit must be a file in a directory that can be written, not `absent/a.json`",
        "run --cpu -1 a        | '--cpu': must be a number of cores such as 2 or 0.5, not `-1`",
        "run --cpu x a         | '--cpu': must be a number of cores such as 2 or 0.5, not `x`",
        "run --memory 0 a      | '--memory': must be an amount of memory such as 64Mi or 2Gi",
        "run --resource cpu=2 a | use --cpu for that",
        "run --resource memory=2 a | use --memory for that",
        "run --resource memroy=2 a | `memroy` would be taken for `memory`",
        "run --resource a/b=2 a | `a/b` must be a name of letters, digits,",
        "run --resource gpu=-1 a | the count must be from 0 to 1,000,000,000",
        "run --resource gpu=1000000001 a | the count must be from 0 to 1,000,000,000",
        "run --attribute node=a a | `node` is what every node has by itself: its name",
        "run --attribute a/b=2 a | `a/b` must be a name of letters, digits,",
        "run --attribute disk= a | `` must be a value of 1 to 100 characters, such as ssd",
        "run --attribute disk a | '--attribute': must be NAME=VALUE, such as disk=ssd, not `disk`",
        "run --attribute a=1 --attribute=a=2 a | '--attribute': `a` is given twice",
        "run --resource gpu a | '--resource': must be NAME=COUNT, such as gpu=2, not `gpu`",
        "run --resource gpu=1 --resource gpu=1 a | '--resource': `gpu` is given twice",
        "up --resource          | '--resource': must be NAME=COUNT, such as gpu=2, not ``",
        "run --sampled stiky a | known are plain, sticky, avoid=1s and ask-ahead=1, not `stiky`",
        "run --sampled avoid=x a | must be avoid= and a duration such as 1s, not `x`",
        "run --sampled ask-ahead=101 a | must be ask-ahead= and a number from 1 to 100, not `101`",
        "run -o xml a          | expected one of [text, json]",
        "version -o xml        | expected one of [text, json]",
        "completion fish       | expected one of [bash, zsh]",
        "run absent.yaml       | absent.yaml does not exist",
      })
  void badUsage(String line, String message) {
    var typed = Typed.command(line.isEmpty() ? new String[0] : line.split(" "));
    assertThat(typed.err()).startsWith("muster: ").contains(message);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.code()).isEqualTo(1);
  }

  @Test
  void aDirectory() {
    var typed = Typed.command("run", directory.toString());
    assertThat(typed.err())
        .isEqualTo("muster: " + directory + " is a directory; name a job file\n");
    assertThat(typed.code()).isEqualTo(1);
  }

  @Test
  void aFileInPlaceOfADirectory() throws IOException {
    var file = Files.writeString(directory.resolve("file"), "x");
    var typed = Typed.command("run", file.resolve("job.yaml").toString());
    assertThat(typed.err()).startsWith("muster: " + file + "/job.yaml can't be read: ");
    assertThat(typed.code()).isEqualTo(1);
  }

  @Test
  void aLoopOfLinks() throws IOException {
    var loop = directory.resolve("loop.yaml");
    Files.createSymbolicLink(loop, loop);
    var typed = Typed.command("run", loop.toString());
    assertThat(typed.err()).startsWith("muster: " + loop + " can't be read: ");
    assertThat(typed.code()).isEqualTo(1);
  }

  @Test
  void notText() throws IOException {
    var file = directory.resolve("job.yaml");
    Files.write(file, new byte[] {'a', (byte) 0xff, (byte) 0xfe});
    assertThat(Typed.command("run", file.toString()).err())
        .isEqualTo("muster: " + file + " is not text in UTF-8\n");
  }

  @Test
  void tooLarge() {
    var typed = Typed.commandWithInput(new byte[(16 << 20) + 1], "run", "-");
    assertThat(typed.err())
        .isEqualTo("muster: standard input is larger than a job file may be (16 MiB)\n");
    assertThat(typed.code()).isEqualTo(1);
  }

  @Test
  void problemsAreSaidAsCompilersDo() throws IOException {
    var file = Files.writeString(directory.resolve("job.yaml"), "name: a\ncommand: b\ntasks: 0\n");
    var problem = "tasks: must be a whole number from 1 to 1,000,000, not `0`";
    var typed = Typed.command("run", file.toString());
    assertThat(typed.err()).isEqualTo(file + ":3:8: " + problem + "\n");
    assertThat(typed.out()).isEmpty();
    assertThat(typed.code()).isEqualTo(1);
    assertThat(Typed.commandWithInput("name: a\n".getBytes(UTF_8), "run", "-").err())
        .startsWith("<stdin>:1:1: stages: is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "up"})
  void filesThatAreMissingAreNamedBeforeAnythingStarts(String command) throws IOException {
    Files.writeString(directory.resolve("here"), "x");
    var job = "{name: a, command: 'true', files: [here, here/, absent]}";
    var file = Files.writeString(directory.resolve("job.yaml"), job);
    var home = directory.resolve("home");
    var typed = Typed.command(command, "--home", home.toString(), file.toString());
    assertThat(typed.err())
        .startsWith("muster: " + file + ": `here/` of `files` in stage `")
        .contains("not a directory: " + directory.resolve("here"))
        .contains("no such file or directory: " + directory.resolve("absent"));
    assertThat(typed.code()).isEqualTo(1);
    assertThat(home).doesNotExist();
  }

  @Test
  void aPortThatIsTaken() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var home = directory.resolve("home").toString();
      var port = Integer.toString(taken.getLocalPort());
      var typed = Typed.command("up", "--home", home, "--listen", port);
      assertThat(typed.err())
          .isEqualToIgnoringNewLines(
              "muster: can't start the cell: cannot listen at localhost:%s: the address is in use"
                  .formatted(port));
      assertThat(typed.code()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "up"})
  void allProblemsOfAFile(String command) throws IOException {
    var file = Files.writeString(directory.resolve("job.yaml"), "nam: a\ncomand: b\n");
    var home = directory.resolve("home");
    var typed = Typed.command(command, "--home", home.toString(), file.toString());
    assertThat(typed.err())
        .startsWith(file + ":1:1: ")
        .contains("`nam`", file + ":2:1: ", "`comand`");
    assertThat(typed.code()).isEqualTo(1);
    assertThat(home).doesNotExist();
  }

  @Test
  void problemsAsJson() {
    var typed = Typed.commandWithInput("nam: a\n".getBytes(UTF_8), "run", "-o", "json", "-");
    assertThat(typed.err()).isEmpty();
    assertThat(typed.code()).isEqualTo(1);
    assertThat(typed.json().keySet()).containsExactly("error", "problems");
    var problems = typed.json().getAsJsonArray("problems");
    assertThat(problems).hasSize(3);
    var last = problems.get(2).getAsJsonObject();
    assertThat(last.keySet()).containsExactly("line", "column", "field", "message");
    assertThat(Typed.command("run", "-o", "json", "absent.yaml").json().get("error").getAsString())
        .isEqualTo("absent.yaml does not exist");
  }

  @Test
  void aHomeThatCanNotBeUsed() throws IOException {
    var home = Files.writeString(directory.resolve("home"), "a file");
    var job = "{name: a, command: 'true'}".getBytes(UTF_8);
    var typed = Typed.commandWithInput(job, "run", "--home", home.toString(), "-");
    assertThat(typed.err()).startsWith("muster: can't keep jobs in " + home);
    assertThat(typed.code()).isEqualTo(1);
  }

  @Test
  void help() {
    assertThat(Typed.command("--help").out()).contains("run", "version", "completion", "130");
    assertThat(Typed.command("help", "run").out()).contains("--nodes", "--quiet");
    assertThat(Typed.command("run", "--help").code()).isZero();
  }
}
