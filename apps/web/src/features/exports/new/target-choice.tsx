import type { UseQueryResult } from "@tanstack/react-query";
import { Segmented } from "antd";
import { useTranslation } from "react-i18next";
import styles from "../exports.module.css";
import { type ExportInput, TARGETS, type TargetKind } from "../use-export-input.ts";

interface TargetChoiceProps {
  input: ExportInput;
  lark: UseQueryResult<{ is_configured: boolean; domain: string | null }>;
}

export const TargetChoice = ({ input, lark }: TargetChoiceProps) => {
  const { t } = useTranslation();
  const { target, media } = input.values;
  const isMissing = lark.data?.is_configured === false;
  const choose = (next: TargetKind): void => {
    const takesFiles = media === "poster" || media === "attachment";
    input.set({ target: next, ...(next !== "lark" && takesFiles && { media: "link" }) });
  };
  return (
    <div className={styles.fields}>
      <Segmented
        value={target}
        aria-label={t("exports.where.title")}
        options={TARGETS.map((value) => ({ value, label: t(`exports.target.${value}`) }))}
        onChange={choose}
      />
      {target === "lark" && isMissing ? (
        <div role="note" className={styles.note}>
          <p className={styles.noteTitle}>{t("exports.where.noLark")}</p>
          <p className={styles.noteWords}>{t("exports.where.noLarkHint")}</p>
        </div>
      ) : (
        <p className={styles.hint}>{t(`exports.targetHint.${target}`)}</p>
      )}
    </div>
  );
};
