package dev.muster.cli.option;

import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** Which tasks of jobs with the policy {@code hybrid} get containers. */
public final class TierOptions {

  @Option(
      names = "--hybrid",
      paramLabel = "SETTING",
      defaultValue = "${env:MUSTER_HYBRID:-found}",
      converter = SettingConverter.class,
      description =
          "Which tasks of `hybrid` jobs may be opportunistic: `found` for what schedulers find "
              + "by the delays that they measure, or fixed as in the paper: only-G for none, only-Q "
              + "for all, 50%%-Q for half of them, 10s-Q for those below 10s, 10s-70%%-Q for 70%% of "
              + "those; `<10s-70%%-Q` is the same (default: $MUSTER_HYBRID or found).")
  private String setting = TierText.FOUND;

  @Option(
      names = "--hybrid-guaranteed",
      paramLabel = "WHAT[,…]",
      converter = GuaranteedConverter.class,
      description =
          "Which tasks of `hybrid` jobs are guaranteed in any case: none, or some of services, "
              + "late=0.5 for stages half way or later in their job, progress=0.9 once 90%% of the "
              + "tasks of the job have succeeded (default: none).")
  private String guaranteed = TierText.NONE;

  @Option(
      names = "--hybrid-trust",
      description =
          "Believe estimates: else tasks of users are guaranteed whose tasks take twice as long "
              + "as their job files say.")
  private boolean trusts;

  public TierChoices choices() {
    return new TierChoices(setting, guaranteed, trusts);
  }

  /** The texts stay texts until a cell is made of them: others load nothing of one. */
  public static final class SettingConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      var _ = TierText.setting(text);
      return text;
    }
  }

  public static final class GuaranteedConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      var _ = TierText.objectives(text);
      return text;
    }
  }

  /** What the user chose about tiers. */
  public record TierChoices(String setting, String guaranteed, boolean trusts) {

    public HybridOptions options() {
      var chosen = TierText.setting(setting).with(TierText.objectives(guaranteed));
      return trusts ? chosen : chosen.with(chosen.adaptation().withDistrust());
    }
  }
}
