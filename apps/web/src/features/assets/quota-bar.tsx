import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatBytes, formatPercent } from "../../ui/format.ts";
import styles from "./assets.module.css";
import { usageQuery } from "./assets.queries.ts";

const NEARLY_FULL = 0.9;

const toneOf = (share: number): "normal" | "warning" | "error" => {
  if (share >= 1) return "error";
  return share >= NEARLY_FULL ? "warning" : "normal";
};

/** Shows the storage quota. Hidden until the usage is known, because a guess would mislead. */
export const QuotaBar = () => {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(usageQuery);
  if (!data) return <div className={styles.quota} />;
  const share = data.used_bytes / data.quota_bytes;
  const bytes = (value: number): string => formatBytes(value, i18n.language);
  const words = t("assets.quota.words", { used: bytes(data.used_bytes), quota: bytes(data.quota_bytes) });
  return (
    <div className={styles.quota} data-tone={toneOf(share)} title={formatPercent(share, 1, i18n.language)}>
      <span className="ds-number">
        {words}
        {share >= NEARLY_FULL ? ` · ${t("assets.quota.nearlyFull")}` : ""}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers style a native meter in their own colours. */}
      <div
        role="meter"
        aria-label={t("assets.quota.label")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.round(share * 100))}
        aria-valuetext={words}
        className={styles.quotaTrack}
      >
        <div className={styles.quotaFill} style={{ transform: `scaleX(${Math.min(1, share)})` }} />
      </div>
    </div>
  );
};
