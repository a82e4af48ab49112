import type { BoardAxis } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { formatCount, formatDecimal } from "../../../ui/format.ts";
import { type Band, bandOf } from "../board.rules.ts";
import styles from "./board.module.css";

const TONES: Record<Band, StatusTone> = { good: "success", tentative: "info", low: "warning", undefined: "neutral" };
const DIGITS = 2;

/** Inter-rater agreement on this axis: Krippendorff's α with its interval and sample size. */
export const AgreementLine = ({ axis: { alpha } }: { axis: BoardAxis }) => {
  const { t, i18n } = useTranslation();
  if (alpha === null) return null;
  const number = (value: number): string => formatDecimal(value, DIGITS, i18n.language);
  const band = bandOf(alpha.value);
  return (
    <p className={styles.agreement}>
      <strong>{t("leaderboards.agreement.name")}</strong>
      {alpha.value === null ? null : (
        <span className="ds-number">
          α = {number(alpha.value)}
          {alpha.low === null || alpha.high === null
            ? null
            : ` (${t("leaderboards.board.range", { low: number(alpha.low), high: number(alpha.high) })})`}
        </span>
      )}
      <StatusTag tone={TONES[band]}>{t(`leaderboards.agreement.${band}`)}</StatusTag>
      <span className={styles.none}>
        {t("leaderboards.agreement.units", {
          count: alpha.units,
          shown: formatCount(alpha.units, i18n.language),
          level: t(`leaderboards.agreement.${alpha.level}`),
        })}
      </span>
    </p>
  );
};
