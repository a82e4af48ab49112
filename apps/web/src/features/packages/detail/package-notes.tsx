import type { PackageDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import { useNowEachSecond } from "../../../ui/use-now.ts";
import { isDamaged, isUnderWay, labelOf, ratesOf } from "../package.rules.ts";
import styles from "./detail.module.css";

/** What to know first: its progress, why it failed, or that it should not be used. */
export const PackageNotes = ({ one }: { one: PackageDetail }) => {
  const { t } = useTranslation();
  if (isUnderWay(one)) return one.shards_total === null ? <Waiting one={one} /> : <PackageProgress one={one} />;
  if (one.status === "Failed" || isDamaged(one))
    return (
      <div className={styles.strip} data-tone="error" role="status">
        <p>
          <strong>{t(`packages.notes.${one.status === "Failed" ? "failed" : "damaged"}`)}</strong>{" "}
          {one.error ?? t("packages.notes.failedUnknown")}
        </p>
      </div>
    );
  if (one.status === "Cancelled" || one.status === "Deleted")
    return (
      <div className={styles.strip} role="status">
        <p>{t(`packages.notes.${one.status === "Deleted" ? "deleted" : "cancelled"}`)}</p>
      </div>
    );
  if (one.is_deprecated)
    return (
      <div className={styles.strip} data-tone="warning" role="status">
        <p>
          <strong>{t("packages.notes.deprecated")}</strong> {one.deprecation_reason}
        </p>
      </div>
    );
  return null;
};

const PackageProgress = ({ one }: { one: PackageDetail }) => {
  const { t, i18n } = useTranslation();
  const rates = ratesOf(one, useNowEachSecond());
  const isWriting = one.status === "Running";
  return (
    <div className={styles.note}>
      <Progress
        label={t(`packages.phases.${isWriting ? "writing" : "verifying"}`, { name: labelOf(one) })}
        done={one.shards_done}
        total={one.shards_total ?? 0}
        {...(isWriting && rates && { ratePerSecond: rates.shardsPerSecond })}
        isUntimed={!isWriting}
      />
      <p className={`${styles.quiet} ds-number`}>
        {[
          t("packages.progress.written", {
            count: one.samples_done,
            shown: formatCount(one.samples_done, i18n.language),
            bytes: formatBytes(one.bytes_done, i18n.language),
          }),
          isWriting && rates
            ? t("packages.progress.rate", { rate: formatBytes(rates.bytesPerSecond, i18n.language) })
            : "",
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </div>
  );
};

/** Before the shards are planned there is nothing to count. */
const Waiting = ({ one }: { one: PackageDetail }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.strip} role="status">
      <p>{t(`packages.phases.${one.status === "Queued" ? "queued" : "planning"}`, { name: labelOf(one) })}</p>
    </div>
  );
};
