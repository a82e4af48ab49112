import type { Facet } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { formatBrief, formatCount } from "../../../../ui/format.ts";
import { valuesOf, withValues } from "../filter/predicate-parts.ts";
import { valuesQuery } from "../items.queries.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import styles from "./facets.module.css";
import { SettledInput } from "./settled-input.tsx";

type Single = string | number | boolean;
interface ValueRow {
  readonly value: Single;
  /** Under the current filter; unknown for values found by search. */
  readonly count: number | undefined;
  readonly full: number;
}

const SHOWN = 8;

const useFound = (field: string, searched: string) => {
  const { dataset, version } = useBrowser();
  return useQuery({
    ...valuesQuery({ id: dataset.id, version }, field, searched),
    enabled: searched !== "",
  });
};

const rowsOf = (facet: Facet, searched: string, found: ReturnType<typeof useFound>["data"]): readonly ValueRow[] => {
  if (searched !== "")
    return (found?.values ?? []).map(({ value, count }) => ({ value, count: undefined, full: count }));
  return (facet.values ?? []).map(({ value, count, full_count }) => ({ value, count, full: full_count }));
};

/** The most frequent values with their counts under the filter, and a search for the others. */
export const ValuesFacet = ({ facet }: { facet: Facet }) => {
  const { t, i18n } = useTranslation();
  const { filter } = useBrowser();
  const [searched, setSearched] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const found = useFound(facet.field, searched);
  const rows = rowsOf(facet, searched, found.data);
  const chosen = valuesOf(filter.predicate, facet.field);
  // A selected value stays in the list, otherwise it could not be deselected.
  const missing = chosen.filter((value) => !rows.some((row) => row.value === value));
  const all = [...missing.map((value) => ({ value, count: undefined, full: 0 })), ...rows];
  const shown = isWhole || searched !== "" ? all : all.slice(0, Math.max(SHOWN, missing.length));
  const toggle = (value: Single): void =>
    filter.set(
      withValues(
        filter.predicate,
        facet.field,
        chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value],
      ),
    );
  const hidden = Math.max(0, (facet.distinct ?? all.length) - shown.length);
  return (
    <div className={styles.values}>
      {facet.type === "text" && (facet.distinct ?? 0) > SHOWN ? (
        <SettledInput
          label={t("datasetItems.facet.search", { field: facet.field })}
          value={searched}
          onSettle={setSearched}
        />
      ) : null}
      {shown.map((row) => (
        <ValueLine
          key={String(row.value)}
          row={row}
          most={all[0]?.full ?? 1}
          isChosen={chosen.includes(row.value)}
          onToggle={() => toggle(row.value)}
        />
      ))}
      {searched !== "" ? <SearchState found={found} /> : null}
      {!isWhole && searched === "" && all.length > shown.length ? (
        <button type="button" className={styles.more} onClick={() => setIsWhole(true)}>
          {t("datasetItems.facet.more", {
            count: all.length - shown.length,
            shown: formatCount(all.length - shown.length, i18n.language),
          })}
        </button>
      ) : null}
      {hidden > 0 && (isWhole || all.length <= SHOWN) && searched === "" ? (
        <span className={styles.quiet}>
          {t("datasetItems.facet.others", { count: hidden, shown: formatCount(hidden, i18n.language) })}
        </span>
      ) : null}
    </div>
  );
};

const SearchState = ({ found: { data, error, isFetching, refetch } }: { found: ReturnType<typeof useFound> }) => {
  const { t } = useTranslation();
  if (error)
    return (
      <ErrorPanel
        isCompact
        title={t("datasetItems.facet.searchFailed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <span className={styles.quiet}>{t("datasetItems.facet.looking")}</span>;
  return data.values.length === 0 ? <span className={styles.quiet}>{t("datasetItems.facet.none")}</span> : null;
};

interface ValueLineProps {
  row: ValueRow;
  most: number;
  isChosen: boolean;
  onToggle: () => void;
}

const ValueLine = ({ row: { value, count, full }, most, isChosen, onToggle }: ValueLineProps) => {
  const { t, i18n } = useTranslation();
  const share = (part: number): string => `${Math.min(100, (part / Math.max(1, most)) * 100)}%`;
  const words = typeof value === "boolean" ? t(`datasetItems.filter.${value}`) : String(value);
  return (
    <label className={styles.value} data-chosen={isChosen || undefined}>
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <span className={styles.valueName} title={words}>
        {words === "" ? t("datasetItems.facet.empty") : words}
      </span>
      <span className={`${styles.count} ds-number`} title={formatCount(full, i18n.language)}>
        {count === undefined || count === full
          ? formatBrief(full, i18n.language)
          : `${formatBrief(count, i18n.language)} / ${formatBrief(full, i18n.language)}`}
      </span>
      <span className={styles.line} aria-hidden="true">
        <span className={styles.lineFull} style={{ width: share(full) }} />
        <span className={styles.lineCurrent} style={{ width: share(count ?? full) }} />
      </span>
    </label>
  );
};
