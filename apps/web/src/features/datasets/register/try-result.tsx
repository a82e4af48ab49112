import type { datasetCatalogueRoutes } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import { ColumnList } from "./column-list.tsx";
import styles from "./register.module.css";
import { RowsPreview } from "./rows-preview.tsx";

export type FoundDataset = z.output<typeof datasetCatalogueRoutes.tryDataset.reply>;

/** A preview of what would be registered. Nothing is stored yet. */
export const TryResult = ({ found }: { found: FoundDataset }) => {
  const { t } = useTranslation();
  return (
    <section className={styles.found} aria-label={t("datasets.register.found")}>
      <h3 className={styles.heading}>{t("datasets.register.found")}</h3>
      <FoundFacts found={found} />
      {found.warnings.length > 0 ? (
        <ul className={styles.warnings}>
          {found.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      ) : null}
      <h3 className={styles.heading}>
        {t("datasets.register.columns", { count: found.columns.length, shown: String(found.columns.length) })}
      </h3>
      <ColumnList columns={found.columns} />
      <h3 className={styles.heading}>
        {t("datasets.register.rows", { count: found.rows.length, shown: String(found.rows.length) })}
      </h3>
      <RowsPreview columns={found.columns} rows={found.rows} />
    </section>
  );
};

const FoundFacts = ({ found }: { found: FoundDataset }) => {
  const { t, i18n } = useTranslation();
  const { kind, layout, profile_name, items, bytes, parts } = found;
  const count = (value: number): string => formatCount(value, i18n.language);
  const unknown = t("datasets.register.afterReading");
  const facts = [
    [t("datasets.columns.kind"), t(`datasets.kinds.${kind}`)],
    ...(layout === "plain" ? [] : [[t("datasets.layout"), t(`datasets.layouts.${layout}`)]]),
    [t("datasets.register.profile"), profile_name],
    [t("datasets.columns.items"), items === null ? unknown : count(items)],
    [t("datasets.columns.bytes"), bytes === null ? unknown : formatBytes(bytes, i18n.language)],
    [t("datasets.register.parts"), count(parts)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
