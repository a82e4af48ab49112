import { TASK_KINDS, type TaskKind } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { kindMark } from "../list/kind-mark.tsx";
import styles from "./create.module.css";

/** Kinds with their own screen need no note. */
const isRunnable = (kind: TaskKind): boolean => kind !== "DataProcessing";

export const KindChoice = ({ onChoose }: { onChoose: (kind: TaskKind) => void }) => {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.kinds}>
      <legend className={styles.question}>{t("tasks.create.choose")}</legend>
      {TASK_KINDS.map((kind) => (
        <button key={kind} type="button" className={styles.kind} onClick={() => onChoose(kind)}>
          <span className={styles.mark}>{kindMark(kind)}</span>
          <span className={styles.words}>
            <span className={styles.name}>{t(`tasks.kinds.${kind}.name`)}</span>
            <span>{t(`tasks.kinds.${kind}.about`)}</span>
            {isRunnable(kind) ? null : <span className={styles.later}>{t("tasks.create.later")}</span>}
          </span>
        </button>
      ))}
    </fieldset>
  );
};
