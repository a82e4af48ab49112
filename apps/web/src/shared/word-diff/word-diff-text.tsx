import styles from "./word-diff.module.css";
import { diffWords } from "./word-diff.ts";

/** A text with the words that were added and removed; the text alone if it is too long to compare. */
export const WordDiff = ({ before, after }: { before: string; after: string }) => {
  const diff = diffWords(before, after);
  if (!diff) return after;
  return (
    <span className={styles.diff}>
      {diff.map(({ words, kind }, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: diff segments are identified by their index.
        if (kind === "same") return <span key={at}>{words}</span>;
        const Mark = kind === "added" ? "ins" : "del";
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        return <Mark key={at}>{words}</Mark>;
      })}
    </span>
  );
};
