import type { DatasetSummary } from "@dailies/contract";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatBytes, formatCount, formatDuration } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { addressOfDataset } from "../dataset-address.ts";
import { DatasetState } from "../dataset-state.tsx";
import { type DatasetActs, DatasetMenu } from "./dataset-menu.tsx";
import styles from "./list.module.css";
import { PinButton } from "./pin-button.tsx";
import { PosterStrip } from "./poster-strip.tsx";

interface DatasetCardProps {
  dataset: DatasetSummary;
  acts: DatasetActs;
}

export const DatasetCard = memo(({ dataset, acts }: DatasetCardProps) => {
  const { t } = useTranslation();
  return (
    <article className={styles.card}>
      <PosterStrip dataset={dataset} shape="square" />
      <div className={styles.cardHead}>
        <Link className={styles.cardName} to={addressOfDataset(dataset.id)} title={dataset.name}>
          {dataset.name}
        </Link>
        <PinButton dataset={dataset} onPin={acts.pin} />
        <DatasetMenu dataset={dataset} acts={acts} />
      </div>
      <p className={styles.cardLine}>
        <span>{t(`datasets.kinds.${dataset.kind}`)}</span>
        {dataset.version === null ? null : <span>{t("datasets.version.short", { version: dataset.version })}</span>}
        <DatasetState dataset={dataset} />
      </p>
      <SizeLine dataset={dataset} />
      <p className={`${styles.cardLine} ds-line-with-rest`} title={dataset.tags.join(", ")}>
        <span>{dataset.owner}</span>
        <Time at={dataset.updated_at} />
        {dataset.tags.length > 0 ? <span className="ds-rest">{dataset.tags.join(", ")}</span> : null}
      </p>
    </article>
  );
});

const SizeLine = ({ dataset: { items, duration_s, bytes } }: { dataset: DatasetSummary }) => {
  const { t, i18n } = useTranslation();
  if (items === null) return <p className={styles.cardLine}>{t("datasets.notCounted")}</p>;
  return (
    <p className={`${styles.cardLine} ds-number`}>
      <span>{t("datasets.items", { count: items, shown: formatCount(items, i18n.language) })}</span>
      {duration_s === null ? null : <span>{formatDuration(duration_s * 1000)}</span>}
      {bytes === null ? null : <span>{formatBytes(bytes, i18n.language)}</span>}
    </p>
  );
};
