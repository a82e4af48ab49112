import type { ExperimentRunDetail, RunSample, SamplePrompt } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { runStyle } from "../experiments.rules.ts";
import styles from "./wall.module.css";

interface WallRowsProps {
  runs: readonly ExperimentRunDetail[];
  prompts: readonly SamplePrompt[];
  samples: readonly RunSample[];
  openKey: string | undefined;
  isLoading: boolean;
  onOpen: (promptKey: string) => void;
}

/** A row for each prompt and a column for each run. Posters only: the opened row plays above. */
export const WallRows = ({ runs, prompts, samples, openKey, isLoading, onOpen }: WallRowsProps) => {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label={t("experiments.wall.rows")}>
      <table className={styles.table} aria-busy={isLoading}>
        <thead>
          <tr>
            <th scope="col">{t("experiments.wall.prompt")}</th>
            {runs.map((run, place) => (
              <th key={run.id} scope="col">
                <span className={styles.swatch} style={{ background: runStyle(place).colour }} aria-hidden="true" />
                {run.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {prompts.map((prompt) => (
            <tr key={prompt.key} data-open={prompt.key === openKey ? "" : undefined}>
              <th scope="row">
                <button
                  type="button"
                  className={styles.play}
                  aria-pressed={prompt.key === openKey}
                  onClick={() => onOpen(prompt.key)}
                >
                  {prompt.text}
                </button>
              </th>
              {runs.map((run) => (
                <td key={run.id}>
                  <WallTile
                    sample={samples.find((each) => each.run_id === run.id && each.prompt === prompt.key)}
                    isLoading={isLoading}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const WallTile = ({ sample, isLoading }: { sample: RunSample | undefined; isLoading: boolean }) => {
  const { t, i18n } = useTranslation();
  const notice = (): string => {
    if (!sample) return isLoading ? "" : t("experiments.wall.noSample");
    if (sample.status === "Quarantined" || sample.status === "Uploading") return t("experiments.wall.checking");
    return sample.status === "Rejected" ? t("experiments.wall.rejected") : t("experiments.wall.hidden");
  };
  return (
    <div className={styles.tile}>
      {sample?.clip?.poster ? <img src={sample.clip.poster} alt="" loading="lazy" /> : null}
      {sample?.clip ? null : <span className={styles.notice}>{notice()}</span>}
      {sample ? (
        <span className={styles.badge}>
          {t("experiments.wall.step", { step: formatCount(sample.step, i18n.language) })}
        </span>
      ) : null}
    </div>
  );
};
