import { useTranslation } from "react-i18next";
import { formatCount, formatDuration, formatPercent, formatRough } from "../../../../ui/format.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import styles from "./list.module.css";
import type { HowSure } from "./use-item-window.ts";
import { usePartialWords } from "./use-partial-words.ts";

interface TotalsProps {
  how: HowSure | undefined;
  /** The sample size. */
  drawn: number | undefined;
  isFetching: boolean;
}

/** The item count, and whether it is exact. */
export const Totals = ({ how, drawn, isFetching }: TotalsProps) => {
  const { t, i18n } = useTranslation();
  const notes = useNotes(how);
  if (!how) return <span className={styles.totals} aria-live="polite" />;
  const exact = formatCount(how.total, i18n.language);
  const shown = how.isExact ? exact : `≈ ${formatRough(how.total, i18n.language)}`;
  const counted =
    drawn === undefined
      ? t("datasetItems.totals.items", { count: how.total, shown })
      : t("datasetItems.totals.drawn", { count: how.total, drawn: formatCount(drawn, i18n.language), shown });
  const words = how.hasTimedOut ? t("datasetItems.totals.unknown") : counted;
  return (
    <span className={`${styles.totals} ds-number`} aria-live="polite" title={how.isExact ? undefined : exact}>
      <strong>{words}</strong>
      {notes.map((note) => (
        <span key={note} className={styles.note}>
          {note}
        </span>
      ))}
      <span className={styles.quiet}>
        {isFetching
          ? t("datasetItems.totals.looking")
          : t("datasetItems.totals.took", { time: formatDuration(how.tookMs) })}
      </span>
    </span>
  );
};

const useNotes = (how: HowSure | undefined): readonly string[] => {
  const { t, i18n } = useTranslation();
  const partialWords = usePartialWords();
  const { dataset, version } = useBrowser();
  const { run } = dataset;
  if (!how) return [];
  const notes: string[] = [];
  // The displayed version is complete: a version is created only after everything was indexed.
  const isNextRead = run?.status === "Running" && dataset.version === version;
  if (isNextRead && run.parts_total) {
    const share = formatPercent(run.parts_done / run.parts_total, 0, i18n.language);
    notes.push(t("datasetItems.totals.nextRead", { share }));
  } else if (isNextRead) notes.push(t("datasetItems.totals.nextBegins"));
  const partial = partialWords(how);
  if (partial !== undefined) notes.push(partial);
  else if (!how.isExact) notes.push(t("datasetItems.totals.estimate"));
  return notes;
};
