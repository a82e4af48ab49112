import type { PackageEstimate, PackageSettings } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { BucketTable } from "../../../shared/bucket-table/bucket-table.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatBytes, formatCount, formatDuration } from "../../../ui/format.ts";
import { useDebounced } from "../../../ui/use-debounced.ts";
import styles from "./create.module.css";
import { estimateQuery } from "./create.queries.ts";

const SETTLE_MS = 400;

interface Estimated {
  viewId: string;
  settings: PackageSettings;
}

/** What to estimate, a moment after the last change; undefined while the settings are not valid. */
export const useDebouncedSettings = (
  viewId: string | undefined,
  settings: PackageSettings | undefined,
): Estimated | undefined => {
  // As text, because the settings are a new object at each render.
  const text = useDebounced(settings === undefined ? "" : JSON.stringify(settings), SETTLE_MS);
  return useMemo(
    () => (viewId === undefined || text === "" ? undefined : { viewId, settings: JSON.parse(text) as PackageSettings }),
    [viewId, text],
  );
};

interface EstimatePanelProps {
  of: Estimated | undefined;
  hasView: boolean;
}

/** What the package will be, before anything is written; computed again after each change. */
export const EstimatePanel = ({ of, hasView }: EstimatePanelProps) => {
  const { t } = useTranslation();
  return (
    <section className={styles.estimate} aria-label={t("packages.estimate.title")}>
      <h3>{t("packages.estimate.title")}</h3>
      {of ? (
        <EstimateBody {...of} />
      ) : (
        <p className={styles.quiet}>{t(`packages.estimate.${hasView ? "invalid" : "noView"}`)}</p>
      )}
    </section>
  );
};

const EstimateBody = ({ viewId, settings }: Estimated) => {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(estimateQuery(viewId, settings));
  if (error)
    return (
      <ErrorPanel
        isCompact
        title={t("packages.estimate.failed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton rows={6} />;
  return (
    <div className={styles.estimated} data-stale={isFetching || undefined} aria-busy={isFetching}>
      <Figures estimate={data} />
      <Warnings warnings={data.warnings} />
      <LeftOut estimate={data} />
    </div>
  );
};

const Figures = ({ estimate }: { estimate: PackageEstimate }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const { seconds } = estimate;
  return (
    <dl className={styles.figures}>
      <Figure name={t("packages.list.samples")}>{count(estimate.samples)}</Figure>
      <Figure name={t("packages.list.bytes")}>{formatBytes(estimate.bytes, i18n.language)}</Figure>
      <Figure name={t("packages.estimate.shards")}>{count(estimate.shards)}</Figure>
      <Figure name={t("packages.list.duration")}>{formatDuration(estimate.duration_s * 1_000)}</Figure>
      <Figure name={t("packages.estimate.time")}>
        {seconds === null ? (
          <span className={styles.quiet}>{t("packages.estimate.noTime")}</span>
        ) : (
          `≈ ${formatDuration(seconds * 1_000)}`
        )}
      </Figure>
    </dl>
  );
};

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="ds-number">{children}</dd>
  </div>
);

const Warnings = ({ warnings }: Pick<PackageEstimate, "warnings">) => {
  const { t, i18n } = useTranslation();
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label={t("packages.estimate.warnings")}>
      {warnings.map(({ code, limit }) => (
        <li key={code}>{t(`packages.warnings.${code}`, { limit: formatCount(limit ?? 0, i18n.language) })}</li>
      ))}
    </ul>
  );
};

const LeftOut = ({ estimate }: { estimate: PackageEstimate }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const gone = estimate.items - estimate.samples;
  if (estimate.left_out.length === 0)
    return <p className={styles.quiet}>{t("packages.estimate.nothingLeftOut", { shown: count(estimate.items) })}</p>;
  return (
    <div>
      <p className={styles.quiet}>
        {t("packages.estimate.leftOut", { gone: count(gone), items: count(estimate.items) })}
      </p>
      <ul className={styles.reasons}>
        {estimate.left_out.map(({ reason, items }) => (
          <li key={reason}>
            <span>{t(`packages.reasons.${reason}`)}</span>
            <span className="ds-number">{count(items)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** How the samples fill the buckets that a trainer batches by. */
export const EstimatedBuckets = ({ viewId, settings }: Estimated) => {
  const { t, i18n } = useTranslation();
  const { data, isFetching } = useQuery(estimateQuery(viewId, settings));
  if (!data || data.buckets.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t("packages.estimate.bucketTitle")}>
      <h3>{t("packages.estimate.bucketTitle")}</h3>
      <div className={styles.buckets} aria-busy={isFetching}>
        <BucketTable
          buckets={data.buckets}
          about={t("packages.estimate.buckets")}
          resolution={t("packages.estimate.resolution")}
          aspect={t("packages.estimate.aspect")}
          nameOf={({ resolution, aspect, frames, items }) =>
            t("packages.estimate.bucket", { resolution, aspect, frames, shown: formatCount(items, i18n.language) })
          }
        />
      </div>
    </section>
  );
};
