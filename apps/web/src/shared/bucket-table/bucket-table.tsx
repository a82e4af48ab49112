import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { formatBrief, formatDuration } from "../../ui/format.ts";
import { type Bucket, bucketRows } from "./bucket-rows.ts";
import styles from "./bucket-table.module.css";

export interface TimedBucket extends Bucket {
  readonly duration_s: number;
}

interface BucketTableProps<B extends TimedBucket> {
  buckets: readonly B[];
  /** What the numbers are, above the table. */
  about: string;
  resolution: string;
  aspect: string;
  /** With it, a bucket is a button; its accessible name is `nameOf`. */
  onChoose?: (bucket: B) => void;
  nameOf: (bucket: B) => string;
}

/** Items by the buckets that trainers batch by: resolution and aspect ratio down, frames across. */
export const BucketTable = <B extends TimedBucket>(props: BucketTableProps<B>) => {
  const { buckets, about, resolution, aspect } = props;
  const { frames, rows, most } = bucketRows(buckets);
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{about}</caption>
      <thead>
        <tr>
          <th scope="col">{resolution}</th>
          <th scope="col">{aspect}</th>
          {frames.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.resolution} ${row.aspect}`}>
            <th scope="row">{row.resolution}</th>
            <td>{row.aspect}</td>
            {frames.map((label) => (
              <td key={label} className={styles.cell}>
                <BucketCell {...props} bucket={row.cells.get(label)} most={most} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

interface BucketCellProps<B extends TimedBucket> extends Pick<BucketTableProps<B>, "onChoose" | "nameOf"> {
  bucket: B | undefined;
  most: number;
}

/** The smallest tint that is distinguishable from none. */
const LEAST_PERCENT = 8;
/** With a stronger tint the text would be unreadable. */
const MOST_PERCENT = 45;

const BucketCell = <B extends TimedBucket>({ bucket, most, onChoose, nameOf }: BucketCellProps<B>) => {
  const { i18n } = useTranslation();
  if (!bucket || bucket.items === 0) return <span className={styles.none}>·</span>;
  const { items, duration_s: durationS } = bucket;
  const percent = LEAST_PERCENT + (items / most) * (MOST_PERCENT - LEAST_PERCENT);
  const shown = {
    className: `${styles.bucket} ds-number`,
    style: { "--heat": `${percent}%` } as CSSProperties,
    children: formatBrief(items, i18n.language),
  };
  const title = formatDuration(durationS * 1_000);
  if (!onChoose) return <span {...shown} title={`${nameOf(bucket)} · ${title}`} />;
  return <button type="button" {...shown} title={title} aria-label={nameOf(bucket)} onClick={() => onChoose(bucket)} />;
};
