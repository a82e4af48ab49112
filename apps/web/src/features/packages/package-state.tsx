import type { PackageSummary } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { ProgressTrack } from "../../ui/feedback/progress-track.tsx";
import { StatusTag } from "../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../ui/format.ts";
import { isDamaged, labelOf, STATUS_TONES, shareDone } from "./package.rules.ts";
import styles from "./packages.module.css";

/** One line: the status, while it is written how many of its shards are, and whether it should be used. */
export const PackageState = ({ one }: { one: PackageSummary }) => {
  const { t } = useTranslation();
  return (
    <span className={styles.state} title={one.error ?? undefined}>
      <StatusTag tone={STATUS_TONES[one.status]}>{t(`packages.status.${one.status}`)}</StatusTag>
      {one.status === "Running" ? <ShardLine one={one} /> : null}
      {isDamaged(one) ? <StatusTag tone="error">{t("packages.damaged")}</StatusTag> : null}
      <DeprecatedMark one={one} />
    </span>
  );
};

const ShardLine = ({ one }: { one: PackageSummary }) => {
  const { t, i18n } = useTranslation();
  const share = shareDone(one);
  if (share === undefined) return null;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <>
      <ProgressTrack
        label={t("packages.progressOf", { name: labelOf(one) })}
        done={share * 100}
        total={100}
        widthPx={48}
      />
      <span className="ds-number">
        {t("packages.ofShards", { done: count(one.shards_done), total: count(one.shards_total ?? 0) })}
      </span>
    </>
  );
};

/** Deprecated packages stay readable; the tooltip says why they should not be used. */
const DeprecatedMark = ({ one }: { one: Pick<PackageSummary, "is_deprecated" | "deprecation_reason"> }) => {
  const { t } = useTranslation();
  if (!one.is_deprecated) return null;
  return (
    <span className={styles.state} title={one.deprecation_reason || undefined}>
      <StatusTag tone="warning">{t("packages.deprecated")}</StatusTag>
    </span>
  );
};
