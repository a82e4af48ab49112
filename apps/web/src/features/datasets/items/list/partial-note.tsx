import { Button } from "antd";
import { useTranslation } from "react-i18next";
import styles from "./list.module.css";
import { usePartialWords } from "./use-partial-words.ts";

interface PartialNoteProps {
  of: { readonly partial: boolean; readonly timed_out: boolean; readonly scanned: number };
  /** For aborted results; incomplete ones are refetched automatically. */
  onRetry?: () => void;
}

/** Marks counts that cover only part of the data. */
export const PartialNote = ({ of: { partial, timed_out: hasTimedOut, scanned }, onRetry }: PartialNoteProps) => {
  const { t } = useTranslation();
  const words = usePartialWords()({ isPartial: partial, hasTimedOut, scanned });
  if (words === undefined) return null;
  return (
    <div className={`${styles.partial} ds-number`} role="status">
      <span className={styles.note}>{words}</span>
      {hasTimedOut && onRetry ? (
        <Button size="small" onClick={onRetry}>
          {t("datasetItems.slow.again")}
        </Button>
      ) : null}
    </div>
  );
};
