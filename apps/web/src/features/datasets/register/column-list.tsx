import type { DatasetColumn } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import styles from "./register.module.css";

/** The columns with their type, their native type in the format, and their inferred meaning. */
export const ColumnList = ({ columns }: { columns: readonly DatasetColumn[] }) => {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={styles.scroll} aria-label={t("datasets.register.schema")} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("datasets.columns.name")}</th>
            <th scope="col">{t("datasets.schema.type")}</th>
            <th scope="col">{t("datasets.schema.encoding")}</th>
            <th scope="col">{t("datasets.schema.role")}</th>
            <th scope="col">{t("datasets.schema.filter")}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, type, encoding, role, is_indexed: isIndexed }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{t(`datasets.schema.types.${type}`)}</td>
              <td>
                <code className="ds-mono">{encoding}</code>
              </td>
              <td>{role === null ? t("datasets.none") : t(`datasets.schema.roles.${role}`)}</td>
              <td>{t(isIndexed ? "datasets.schema.yes" : "datasets.schema.no")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
