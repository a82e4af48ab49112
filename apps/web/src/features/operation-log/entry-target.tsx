import type { OperationLogEntry } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Mono } from "../../ui/mono.tsx";
import styles from "./history.module.css";
import { subjectWords } from "./locales/subjects-en.ts";
import { isLongId, type Target, targetOf } from "./target.rules.ts";

type Kind = keyof typeof subjectWords;
const isKnown = (kind: string): kind is Kind => kind in subjectWords;

const SHOWN_OF_ID = 8;

/** The kind of a target in words; kinds without a translation show their raw name. */
const useKindWords = () => {
  const { t } = useTranslation();
  return (kind: string): string => (isKnown(kind) ? t(`history.subjects.${kind}`) : kind.replaceAll("_", " "));
};

interface EntryTargetProps {
  entry: OperationLogEntry;
  /** With the id beside the name, where there is room. */
  isWhole?: boolean;
}

/** Whom or what an entry is about: "Label task Hands", or the kind with a short id. */
export const EntryTarget = ({ entry: { meta }, isWhole = false }: EntryTargetProps) => {
  const kindWords = useKindWords();
  const target = targetOf(meta);
  const { kind, name, id } = target;
  if (id === "") return <span className={styles.quiet}>–</span>;
  return (
    <span title={meta.target}>
      {kind === undefined ? null : <span className={styles.kind}>{kindWords(kind)} </span>}
      {name}
      {name === undefined || isWhole ? <TargetId target={target} /> : null}
    </span>
  );
};

const TargetId = ({ target: { name, id } }: { target: Target }) => {
  const { t } = useTranslation();
  if (!isLongId(id)) return <>{name === undefined ? id : ` ${id}`}</>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps a click on the copy button from opening the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the handler only stops propagation.
    <span onClick={(event) => event.stopPropagation()}>
      {name === undefined ? "" : " "}
      <Mono value={id} shownCharacters={SHOWN_OF_ID} copyAs={t("history.entry.targetId")} />
    </span>
  );
};
