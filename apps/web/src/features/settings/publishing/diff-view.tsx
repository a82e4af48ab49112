import type { FieldValue } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { type DiffPart, diffValues, foldUnchanged } from "./diff-lines.ts";
import styles from "./diff-view.module.css";

interface DiffViewProps {
  /** Absent if there is nothing to compare with. */
  before: FieldValue | undefined;
  after: FieldValue | undefined;
  /** The label of each side: "Published, version 4". */
  beforeName: string;
  afterName: string;
}

/** A unified diff of two values, with a sign before each changed line. */
export const DiffView = ({ before, after, beforeName, afterName }: DiffViewProps) => {
  const { t } = useTranslation();
  const lines = diffValues(before, after);
  const isSame = lines.every(({ kind }) => kind === "same");
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.names}>
        <span className={styles.before}>− {beforeName}</span>
        <span className={styles.after}>+ {afterName}</span>
      </figcaption>
      {isSame ? (
        <p className={styles.same}>{t("settings.changes.same")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab.
        <section className={styles.lines} aria-label={`${beforeName} → ${afterName}`} tabIndex={0}>
          {foldUnchanged(lines).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their index.
            <DiffRow key={index} part={part} />
          ))}
        </section>
      )}
    </figure>
  );
};

const SIGNS = { same: " ", added: "+", removed: "−" } as const;

const DiffRow = ({ part }: { part: DiffPart }) => {
  const { t } = useTranslation();
  if (part.kind === "folded") {
    return <div className={styles.folded}>{t("settings.changes.unchanged", { count: part.count })}</div>;
  }
  return (
    <div className={`${styles.line} ${styles[part.kind]}`}>
      <span aria-hidden="true" className={styles.sign}>
        {SIGNS[part.kind]}
      </span>
      {part.kind === "same" ? null : <span className="ds-visually-hidden">{t(`settings.changes.${part.kind}`)} </span>}
      <span className={styles.text}>{part.text === "" ? <em>{t("settings.empty")}</em> : part.text}</span>
    </div>
  );
};
