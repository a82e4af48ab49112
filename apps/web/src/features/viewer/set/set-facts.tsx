import type { ViewerHeader } from "@dailies/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes, formatCount, formatPercent } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { isCounted } from "../viewer.queries.ts";
import styles from "./set.module.css";

/** The dataset's properties from its index. */
export const SetFacts = ({ header }: { header: ViewerHeader }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const bytes = (value: number): string => formatBytes(value, i18n.language);
  const { raw_bytes, stored_bytes } = header;
  const ratio = raw_bytes > 0 && stored_bytes !== raw_bytes ? stored_bytes / raw_bytes : undefined;
  return (
    <dl className={`${styles.facts} ds-number`} aria-label={t("viewer.facts.title")}>
      <Fact name={t("viewer.facts.address")}>
        <Mono value={header.uri} copyAs={t("viewer.facts.address").toLowerCase()} />
      </Fact>
      <Fact name={t("viewer.facts.format")}>{header.format}</Fact>
      <Fact name={t("viewer.facts.shards")}>{count(header.shards)}</Fact>
      <Fact name={t("viewer.facts.samples")}>
        {isCounted(header)
          ? count(header.samples)
          : t("viewer.facts.soFar", {
              samples: count(header.samples),
              counted: count(header.counted_shards),
              shards: count(header.shards),
            })}
      </Fact>
      <Fact name={t("viewer.facts.stored")}>{bytes(stored_bytes)}</Fact>
      {ratio === undefined ? null : (
        <Fact name={t("viewer.facts.raw")}>
          {t("viewer.facts.ratio", { raw: bytes(raw_bytes), ratio: formatPercent(ratio, 0, i18n.language) })}
        </Fact>
      )}
      <Fact name={t("viewer.facts.compression")}>{header.compression ?? t("viewer.facts.none")}</Fact>
      <Fact name={t("viewer.facts.hashes")}>
        {header.hashes.length === 0 ? t("viewer.facts.none") : header.hashes.join(", ")}
      </Fact>
      {header.size_limit === null ? null : <Fact name={t("viewer.facts.sizeLimit")}>{bytes(header.size_limit)}</Fact>}
      <Fact name={t("viewer.facts.columns")}>
        <span className={styles.columns}>
          {header.columns.map(({ name, encoding }) => (
            <span key={name} className={styles.columnChip}>
              {name} <span className="ds-mono">{encoding}</span>
            </span>
          ))}
        </span>
      </Fact>
    </dl>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
