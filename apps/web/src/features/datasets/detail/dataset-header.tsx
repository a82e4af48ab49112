import { LeftOutlined } from "@ant-design/icons";
import type { DatasetDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import { formatBytes, formatCount, formatDuration } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { addressOfDataset } from "../dataset-address.ts";
import { DatasetState } from "../dataset-state.tsx";
import styles from "./detail.module.css";
import { TagVersion } from "./tag-version.tsx";
import type { ShownVersion } from "./use-shown-version.ts";
import { VersionChoice } from "./version-choice.tsx";

interface DatasetHeaderProps {
  dataset: DatasetDetail;
  shown: ShownVersion;
}

/** One-line summary of the dataset. */
export const DatasetHeader = ({ dataset, shown }: DatasetHeaderProps) => {
  const { t } = useTranslation();
  return (
    <section className={styles.header} aria-label={t("datasets.header")}>
      <Link className={styles.back} to={PATHS.dataset}>
        <LeftOutlined aria-hidden="true" /> {t("datasets.toAll")}
      </Link>
      <span className={styles.kind}>{t(`datasets.kinds.${dataset.kind}`)}</span>
      {shown.version === undefined ? null : (
        <span className={styles.versions}>
          <VersionChoice dataset={dataset} shown={shown} />
          <TagVersion dataset={dataset} version={shown.version} />
        </span>
      )}
      <DatasetState dataset={dataset} />
      <SizeFacts dataset={dataset} version={shown.version} />
      <Mono value={dataset.uri} copyAs={t("datasets.uri")} />
      {dataset.tags.length > 0 ? <span className={styles.quiet}>{dataset.tags.join(", ")}</span> : null}
    </section>
  );
};

/** Refers to the displayed version, not the newest. */
const SizeFacts = ({ dataset, version }: { dataset: DatasetDetail; version: number | undefined }) => {
  const { t, i18n } = useTranslation();
  const one = dataset.versions.find((each) => each.version === version);
  if (!one) return null;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <span className={styles.size}>
      <span>{t("datasets.items", { count: one.items, shown: count(one.items) })}</span>
      <span>{formatDuration(one.duration_s * 1000)}</span>
      <span>{formatBytes(one.bytes, i18n.language)}</span>
      {one.faults > 0 ? (
        <Link className={styles.faults} to={faultsAddress(dataset.id, version, dataset.version)}>
          {t("datasets.broken", { count: one.faults, shown: count(one.faults) })}
        </Link>
      ) : null}
    </span>
  );
};

const faultsAddress = (id: string, version: number | undefined, newest: number | null): string => {
  const chosen = version === undefined || version === newest ? "" : `&version=${version}`;
  return `${addressOfDataset(id)}${chosen}&where=${encodeURIComponent("fault IS NOT NULL")}`;
};
