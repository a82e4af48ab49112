import type { OperationLogEntry } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { type Change, changesOf } from "./entry.rules.ts";
import styles from "./history.module.css";

/** Before and after, one row per field. */
export const ChangeTable = ({ meta }: { meta: OperationLogEntry["meta"] }) => {
  const { t } = useTranslation();
  const changes = changesOf(meta);
  if (changes.length === 0) return <p className={styles.quiet}>{t("history.entry.noChange")}</p>;
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t("history.entry.field")}</th>
          <th scope="col">− {t("history.entry.before")}</th>
          <th scope="col">+ {t("history.entry.after")}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{change.field || t("history.entry.value")}</th>
            <Side value={change.before} tone={toneOf(change, "removed")} />
            <Side value={change.after} tone={toneOf(change, "added")} />
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const toneOf = ({ before, after }: Change, tone: "removed" | "added"): "removed" | "added" | undefined =>
  before === after ? undefined : tone;

const Side = ({ value, tone }: { value: string | undefined; tone: "removed" | "added" | undefined }) => {
  const { t } = useTranslation();
  if (value === undefined)
    return (
      <td>
        <span className={styles.quiet}>{t("history.entry.absent")}</span>
      </td>
    );
  return <td className={tone && styles[tone]}>{value}</td>;
};
