import type { OperationLogEntry } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../ui/feedback/status-tag.tsx";
import styles from "./history.module.css";

const TONES = { ok: "success", denied: "warning", failed: "error" } as const;

/** The result; entries reported by a browser are marked as such, whatever result they claim. */
export const EntryResult = ({ entry: { result, source } }: { entry: OperationLogEntry }) => {
  const { t } = useTranslation();
  if (source === "client")
    return (
      <span className={styles.result} title={t("history.claimedHint")}>
        <StatusTag tone="neutral">{t("history.claimed")}</StatusTag>
      </span>
    );
  const hint = result === "ok" ? undefined : t(`history.${result}Hint`);
  return (
    <span className={styles.result} title={hint}>
      <StatusTag tone={TONES[result]}>{t(`history.results.${result}`)}</StatusTag>
    </span>
  );
};
