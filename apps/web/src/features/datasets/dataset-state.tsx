import type { DatasetSummary, IndexRun } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { ProgressTrack } from "../../ui/feedback/progress-track.tsx";
import { StatusTag } from "../../ui/feedback/status-tag.tsx";
import { formatCount, formatExact, formatPercent } from "../../ui/format.ts";
import { HEALTH_TONES, shareDone, stateOf } from "./dataset.rules.ts";
import styles from "./datasets.module.css";

/** The reason for a dataset's health state, and when it was checked. */
const useHealthWords = ({ state, reason, checked_at }: DatasetSummary["health"]): string => {
  const { t, i18n } = useTranslation();
  const when =
    checked_at === null
      ? t("datasets.health.neverChecked")
      : t("datasets.health.checked", { time: formatExact(new Date(checked_at), i18n.language) });
  return `${reason ?? t(`datasets.health.about.${state}`)}\n${when}`;
};

/** One line: indexing progress, an indexing error, or file health. */
export const DatasetState = ({ dataset }: { dataset: DatasetSummary }) => {
  const { t } = useTranslation();
  const state = stateOf(dataset);
  if (state === "indexing" && dataset.run) return <RunLine run={dataset.run} name={dataset.name} />;
  if (state === "failed") {
    return (
      <span className={styles.stateTag} title={dataset.run?.error ?? undefined}>
        <StatusTag tone="error">{t("datasets.state.failed")}</StatusTag>
      </span>
    );
  }
  if (state === "cancelled") return <StatusTag tone="neutral">{t("datasets.state.cancelled")}</StatusTag>;
  return <HealthMark health={dataset.health} />;
};

/** An icon with a label; the tooltip shows the reason and when it was checked. */
const HealthMark = ({ health }: Pick<DatasetSummary, "health">) => {
  const { t, i18n } = useTranslation();
  const about = useHealthWords(health);
  const { state, missing_media_share: missing } = health;
  const word =
    state === "missing" && missing !== null
      ? t("datasets.health.missingShare", { share: formatPercent(missing, missing < 0.1 ? 1 : 0, i18n.language) })
      : t(`datasets.health.${state}`);
  return (
    <span className={styles.stateTag} title={about}>
      <StatusTag tone={HEALTH_TONES[state]}>{word}</StatusTag>
    </span>
  );
};

const RunLine = ({ run, name }: { run: IndexRun; name: string }) => {
  const { t, i18n } = useTranslation();
  const share = shareDone(run);
  const read = t("datasets.run.read", { count: run.items_done, shown: formatCount(run.items_done, i18n.language) });
  return (
    <span className={styles.runLine} data-unknown={share === undefined || undefined} title={read}>
      <ProgressTrack
        label={t("datasets.run.of", { name })}
        done={share === undefined ? undefined : share * 100}
        total={100}
        widthPx={56}
      />
      <span className="ds-number">
        {share === undefined
          ? t("datasets.run.begins")
          : formatPercent(Math.floor(share * 100) / 100, 0, i18n.language)}
      </span>
    </span>
  );
};
