import type { RouteResult, viewerRoutes } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import styles from "./compare.module.css";

type Found = RouteResult<(typeof viewerRoutes)["compareShards"]>;

interface ComparisonProps {
  left: string;
  right: string;
  found: Found;
}

export const Comparison = ({ left, right, found }: ComparisonProps) => (
  <div className={styles.found}>
    <Counts left={left} right={right} found={found} />
    <Keys found={found} />
    <Columns found={found} />
  </div>
);

const Counts = ({ left, right, found }: ComparisonProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const rows = [
    { name: t("viewer.facts.shards"), left: count(found.left.shards), right: count(found.right.shards) },
    { name: t("viewer.facts.samples"), left: count(found.left.samples), right: count(found.right.samples) },
    {
      name: t("viewer.facts.stored"),
      left: formatBytes(found.left.stored_bytes, i18n.language),
      right: formatBytes(found.right.stored_bytes, i18n.language),
    },
  ];
  return (
    <table className={styles.table}>
      <caption>{t("viewer.compare.counts")}</caption>
      <thead>
        <tr>
          <th scope="col" aria-label={t("viewer.compare.counts")} />
          <th scope="col" className="ds-mono">
            {left}
          </th>
          <th scope="col" className="ds-mono">
            {right}
          </th>
        </tr>
      </thead>
      <tbody className="ds-number">
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>{row.left}</td>
            <td data-differs={row.left !== row.right || undefined}>{row.right}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Keys = ({ found: { keys } }: { found: Found }) => {
  const { t, i18n } = useTranslation();
  if (keys === null) return <p className={styles.quiet}>{t("viewer.compare.noKeys")}</p>;
  const count = (value: number): string => formatCount(value, i18n.language);
  const all = Math.max(1, keys.both + keys.only_left + keys.only_right);
  const parts = [
    { key: "onlyLeft", value: keys.only_left },
    { key: "both", value: keys.both },
    { key: "onlyRight", value: keys.only_right },
  ] as const;
  return (
    <section aria-label={t("viewer.compare.keys")}>
      <h3 className={styles.heading}>{t("viewer.compare.keys")}</h3>
      <div className={styles.overlap} aria-hidden="true">
        {parts.map(({ key, value }) => (
          <span key={key} data-part={key} style={{ flexGrow: value / all }} />
        ))}
      </div>
      <p className={`${styles.parts} ds-number`}>
        {parts.map(({ key, value }) => (
          <span key={key} data-part={key}>
            {t(`viewer.compare.${key}`, { keys: count(value) })}
          </span>
        ))}
      </p>
      {keys.is_sampled ? (
        <p className={styles.quiet}>{t("viewer.compare.sampled", { keys: count(keys.looked_at) })}</p>
      ) : null}
    </section>
  );
};

const Columns = ({ found }: { found: Found }) => {
  const { t } = useTranslation();
  return (
    <table className={styles.table}>
      <caption>{t("viewer.facts.columns")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("viewer.compare.column")}</th>
          <th scope="col">{t("viewer.compare.here")}</th>
          <th scope="col">{t("viewer.compare.there")}</th>
          <th scope="col">{t("viewer.compare.verdict")}</th>
        </tr>
      </thead>
      <tbody>
        {found.columns.map(({ name, left, right, is_equal }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="ds-mono">{left?.encoding ?? t("viewer.compare.absent")}</td>
            <td className="ds-mono">{right?.encoding ?? t("viewer.compare.absent")}</td>
            <td>
              <StatusTag tone={is_equal ? "success" : "warning"}>
                {t(is_equal ? "viewer.compare.equal" : "viewer.compare.differs")}
              </StatusTag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
