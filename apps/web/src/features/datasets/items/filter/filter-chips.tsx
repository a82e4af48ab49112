import type { Comparison, Predicate } from "@dailies/contract";
import { comparisonValues } from "@dailies/contract/predicates/predicate-check";
import { allOf, isCondition } from "@dailies/contract/predicates/predicate-compose";
import { printPredicate } from "@dailies/contract/predicates/predicate-print";
import { useTranslation } from "react-i18next";
import { FilterChip } from "../../../../ui/filters/filter-chip.tsx";
import { useBrowser } from "../url-state/browser-context.ts";
import { NO_FILTER } from "../url-state/item-url-state.ts";
import { draftOf, emptyDraft } from "./comparison-draft.ts";
import { ComparisonForm } from "./comparison-form.tsx";
import styles from "./filter.module.css";
import { partsOf, withParts } from "./predicate-parts.ts";

/** The filter as chips, one per AND-ed condition; OR and NOT groups are one chip, edited as text. */
export const FilterChips = () => {
  const { t } = useTranslation();
  const { filter, urlState, indexed } = useBrowser();
  const parts = partsOf(filter.predicate);
  const replaceAt = (at: number, next: Predicate | undefined): void =>
    filter.set(withParts([...parts.slice(0, at), ...(next ? [next] : []), ...parts.slice(at + 1)]));
  const [first] = indexed;
  if (filter.fault || first === undefined) return null;
  return (
    <section className={styles.chips} aria-label={t("datasetItems.filter.chips")}>
      {parts.map((part, at) => (
        <PartChip
          // Conditions with the same text are interchangeable, so number the duplicates.
          key={`${printPredicate(part)} ${parts.slice(0, at).filter((other) => printPredicate(other) === printPredicate(part)).length}`}
          part={part}
          onChange={(next) => replaceAt(at, next)}
        />
      ))}
      <FilterChip label={t("datasetItems.filter.add")} value={undefined} onRemove={() => undefined}>
        {(close) => (
          <ComparisonForm
            columns={indexed}
            draft={emptyDraft(first)}
            onApply={(comparison) => {
              filter.set(allOf(filter.predicate, comparison));
              close();
            }}
          />
        )}
      </FilterChip>
      {parts.length > 0 || urlState.values.q !== "" ? (
        <button type="button" className="ds-filters-clear" onClick={() => urlState.set(NO_FILTER)}>
          {t("ui.filter.clear")}
        </button>
      ) : null}
    </section>
  );
};

interface PartChipProps {
  part: Predicate;
  onChange: (next: Predicate | undefined) => void;
}

const PartChip = ({ part, onChange }: PartChipProps) => {
  const { t } = useTranslation();
  const { dataset } = useBrowser();
  const words = useComparisonWords();
  const remove = (): void => onChange(undefined);
  if (!isCondition(part)) {
    return (
      <FilterChip label={t("datasetItems.filter.together")} value={printPredicate(part)} onRemove={remove}>
        <p className={styles.text}>
          <code>{printPredicate(part)}</code>
          <span className={styles.quiet}>{t("datasetItems.filter.asText")}</span>
        </p>
      </FilterChip>
    );
  }
  return (
    <FilterChip label={part.field} value={words(part)} onRemove={remove}>
      {(close) => (
        <ComparisonForm
          columns={dataset.columns.filter(({ is_indexed }) => is_indexed)}
          draft={draftOf(part)}
          onApply={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </FilterChip>
  );
};

const useComparisonWords = (): ((comparison: Comparison) => string) => {
  const { t } = useTranslation();
  return (comparison) => {
    const [first = "", second = ""] = comparisonValues(comparison).map(String);
    if (comparison.op === "between") return `${first} – ${second}`;
    return `${t(`datasetItems.ops.${comparison.op}`)} ${comparisonValues(comparison).map(String).join(", ")}`.trim();
  };
};
