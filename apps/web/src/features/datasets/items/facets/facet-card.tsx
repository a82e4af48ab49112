import { DownOutlined, RightOutlined } from "@ant-design/icons";
import type { DatasetColumn, Facet } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { SkeletonLine } from "../../../../ui/feedback/skeleton.tsx";
import { formatPercent } from "../../../../ui/format.ts";
import { containsOf, nullsOf, withContains, withNulls } from "../filter/predicate-parts.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import { useColumnOrigin } from "../use-column-origin.ts";
import styles from "./facets.module.css";
import { HistogramFacet } from "./histogram-facet.tsx";
import { SettledInput } from "./settled-input.tsx";
import { ValuesFacet } from "./values-facet.tsx";

const FEW_VALUES = 20;

/** Columns such as names and ids, where every value is unique and a value list is useless. */
const isEachOnce = (values: NonNullable<Facet["values"]>): boolean =>
  values.length > 1 && values.every(({ full_count }) => full_count <= 1);

interface FacetCardProps {
  column: DatasetColumn;
  /** Undefined until it is counted. */
  facet: Facet | undefined;
  fullTotal: number;
  /** Counting was aborted: missing counts will not arrive. */
  isGivenUp: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

export const FacetCard = ({ column, isOpen, onToggle, ...counted }: FacetCardProps) => {
  const { t } = useTranslation();
  const origin = useColumnOrigin(column.name);
  return (
    <section className={styles.card} aria-label={column.name} data-field={column.name}>
      <h3 className={styles.head}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />}
          <span className={styles.name} title={origin ?? column.name}>
            {column.name}
          </span>
          <span className={styles.type}>{t(`datasets.schema.types.${column.type}`)}</span>
        </button>
      </h3>
      {isOpen ? <CardBody column={column} {...counted} /> : null}
    </section>
  );
};

/** Few distinct values are chosen from a list; many are searched by text. */
const isWordy = ({ type, values, distinct }: Facet): boolean =>
  type === "text" && (!values?.length || (distinct ?? 0) > FEW_VALUES || isEachOnce(values));

const CardBody = ({ column, facet, fullTotal, isGivenUp }: Omit<FacetCardProps, "isOpen" | "onToggle">) => {
  const { t } = useTranslation();
  const { filter } = useBrowser();
  if (!facet && isGivenUp)
    return (
      <div className={styles.body}>
        <span className={styles.quiet}>{t("datasetItems.facet.notCounted")}</span>
      </div>
    );
  if (!facet) {
    return (
      <div className={styles.wait} aria-hidden="true">
        <SkeletonLine width="100%" />
        <SkeletonLine width="70%" />
      </div>
    );
  }
  return (
    <div className={styles.body}>
      {isWordy(facet) ? (
        <SettledInput
          label={t("datasetItems.facet.contains")}
          value={containsOf(filter.predicate, column.name)}
          onSettle={(words) => filter.set(withContains(filter.predicate, column.name, words))}
        />
      ) : null}
      {facet.histogram ? <HistogramFacet facet={facet} histogram={facet.histogram} /> : null}
      {!facet.histogram && facet.values?.length && !isEachOnce(facet.values) ? <ValuesFacet facet={facet} /> : null}
      {facet.values && isEachOnce(facet.values) ? (
        <span className={styles.quiet}>{t("datasetItems.facet.eachOnce")}</span>
      ) : null}
      {!facet.histogram && !facet.values?.length && column.type !== "text" ? (
        <span className={styles.quiet}>{t("datasetItems.facet.nothing")}</span>
      ) : null}
      <NullShare facet={facet} fullTotal={fullTotal} />
    </div>
  );
};

/** The number of items with null here, which a filter on this column excludes. */
const NullShare = ({ facet, fullTotal }: { facet: Facet; fullTotal: number }) => {
  const { t, i18n } = useTranslation();
  const { filter } = useBrowser();
  if (facet.full_nulls === 0) return null;
  const chosen = nullsOf(filter.predicate, facet.field);
  const set = (op: "is_null" | "not_null"): void =>
    filter.set(withNulls(filter.predicate, facet.field, chosen === op ? undefined : op));
  return (
    <div className={styles.nulls}>
      <span className="ds-number">
        {t("datasetItems.facet.missing", {
          share: formatPercent(facet.full_nulls / Math.max(1, fullTotal), 1, i18n.language),
        })}
      </span>
      <button type="button" className={styles.more} aria-pressed={chosen === "is_null"} onClick={() => set("is_null")}>
        {t("datasetItems.facet.onlyMissing")}
      </button>
      <button
        type="button"
        className={styles.more}
        aria-pressed={chosen === "not_null"}
        onClick={() => set("not_null")}
      >
        {t("datasetItems.facet.notMissing")}
      </button>
    </div>
  );
};
