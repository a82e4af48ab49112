import type { Comparison } from "@dailies/contract";
import { allOf } from "@dailies/contract/predicates/predicate-compose";
import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../../ui/feedback/skeleton.tsx";
import { formatBrief, formatCount, formatDuration } from "../../../../ui/format.ts";
import { bucketsQuery } from "../items.queries.ts";
import { PartialNote } from "../list/partial-note.tsx";
import { useBrowser } from "../url-state/browser-context.ts";
import { bucketRows } from "./bucket-rows.ts";
import styles from "./buckets.module.css";

interface FilledBucket {
  readonly resolution: string;
  readonly frames: string;
  readonly aspect: string;
  readonly items: number;
  readonly duration_s: number;
  readonly filters: readonly Comparison[];
}

/** Distribution of the selected items over the buckets that trainers batch by; clicking a bucket filters by it. */
export const BucketMatrix = () => {
  const { t } = useTranslation();
  const { dataset, version, filter, urlState } = useBrowser();
  const choice = { where: filter.where, q: urlState.values.q };
  const { data, error, refetch } = useQuery({
    ...bucketsQuery({ id: dataset.id, version }, choice),
    enabled: !filter.fault,
  });
  if (error)
    return (
      <ErrorPanel isCompact title={t("datasetItems.buckets.failed")} error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton rows={4} />;
  const { frames, rows, most } = bucketRows<FilledBucket>(data.buckets);
  if (rows.length === 0 && !data.partial) return <p className={styles.hint}>{t("datasetItems.buckets.empty")}</p>;
  return (
    <section className={styles.matrix} aria-label={t("datasetItems.buckets.name")}>
      <PartialNote of={data} />
      <table className={styles.table}>
        <caption className={styles.caption}>{t("datasetItems.buckets.about")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("datasetItems.buckets.resolution")}</th>
            <th scope="col">{t("datasetItems.buckets.aspect")}</th>
            {frames.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ resolution, aspect, cells }) => (
            <tr key={`${resolution} ${aspect}`}>
              <th scope="row">{resolution}</th>
              <td>{aspect}</td>
              {frames.map((label) => (
                <td key={label} className={styles.cell}>
                  <BucketCell
                    bucket={cells.get(label)}
                    most={most}
                    onChoose={(filters) => filter.set(allOf(filter.predicate, ...filters))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

interface BucketCellProps {
  bucket: FilledBucket | undefined;
  most: number;
  onChoose: (filters: readonly Comparison[]) => void;
}

/** The smallest tint that is distinguishable from none. */
const LEAST_PERCENT = 8;
/** With a stronger tint the text would be unreadable. */
const MOST_PERCENT = 45;

const BucketCell = ({ bucket, most, onChoose }: BucketCellProps) => {
  const { t, i18n } = useTranslation();
  if (!bucket || bucket.items === 0) return <span className={styles.none}>·</span>;
  const { items, duration_s: durationS, resolution, aspect, frames, filters } = bucket;
  const percent = LEAST_PERCENT + (items / most) * (MOST_PERCENT - LEAST_PERCENT);
  return (
    <button
      type="button"
      className={`${styles.bucket} ds-number`}
      style={{ "--heat": `${percent}%` } as CSSProperties}
      title={formatDuration(durationS * 1_000)}
      aria-label={t("datasetItems.buckets.choose", {
        resolution,
        aspect,
        frames,
        shown: formatCount(items, i18n.language),
      })}
      onClick={() => onChoose(filters)}
    >
      {formatBrief(items, i18n.language)}
    </button>
  );
};
