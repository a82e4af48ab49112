import { useTranslation } from "react-i18next";
import { CheckList, SearchableCheckList } from "./check-list.tsx";
import "./filter-bar.css";
import { FilterChip } from "./filter-chip.tsx";
import { SearchBox } from "./search-box.tsx";
import { TimeRangeChip } from "./time-range-chip.tsx";
import type { UrlFilters } from "./use-url-filters.ts";

interface ChoiceField<Key extends string> {
  kind?: "choice";
  key: Key;
  label: string;
  options: readonly { value: string; label: string }[];
  /** Multiple values, written as repeated keys. */
  isMany?: boolean;
}

/** From one time to another, each with its own key; an absent one leaves that side open. */
interface TimeRangeField<Key extends string> {
  kind: "time-range";
  fromKey: Key;
  toKey: Key;
  label: string;
}

export type FilterField<Key extends string> = ChoiceField<Key> | TimeRangeField<Key>;

interface FilterBarProps<Values> {
  filters: UrlFilters<Values>;
  fields: readonly FilterField<keyof Values & string>[];
  /** The key of the search text, if the list can be searched. */
  searchKey?: keyof Values & string;
  /** What the search covers: "Name or owner". */
  searchLabel?: string;
}

/** More options than this are hard to scan, so they can be searched. */
const MAX_UNSEARCHED = 12;

const asList = (value: unknown): string[] => {
  if (value === undefined || value === null || value === "") return [];
  return (Array.isArray(value) ? value : [value]).map(String);
};

const patchOf = <Values,>(values: Record<string, unknown>): Partial<Values> => values as Partial<Values>;

const keysOf = (field: FilterField<string>): string[] =>
  field.kind === "time-range" ? [field.fromKey, field.toKey] : [field.key];

/** Filters as chips; their values are in the URL. */
export const FilterBar = <Values,>({ filters, fields, searchKey, searchLabel }: FilterBarProps<Values>) => {
  const { t } = useTranslation();
  const filtering: string[] = filters.changed.filter(
    (key) => key === searchKey || fields.some((field) => keysOf(field).includes(key)),
  );
  return (
    <section className="ds-filters" aria-label={t("ui.filter.bar")}>
      {searchKey === undefined ? null : (
        <SearchBox
          label={searchLabel ?? t("ui.filter.search")}
          value={asList(filters.values[searchKey])[0] ?? ""}
          onChange={(words) => filters.set(patchOf<Values>({ [searchKey]: words }), { replace: true })}
        />
      )}
      {fields.map((field) => (
        <FieldChip key={keysOf(field).join()} field={field} filters={filters} />
      ))}
      {filtering.length === 0 ? null : (
        <button type="button" className="ds-filters-clear" onClick={filters.clear}>
          {t("ui.filter.clear")}
        </button>
      )}
    </section>
  );
};

interface FieldChipProps<Values> {
  field: FilterField<keyof Values & string>;
  filters: UrlFilters<Values>;
}

const FieldChip = <Values,>({ field, filters }: FieldChipProps<Values>) => {
  if (field.kind !== "time-range") return <ChoiceChip field={field} filters={filters} />;
  const { fromKey, toKey, label } = field;
  return (
    <TimeRangeChip
      label={label}
      from={asList(filters.values[fromKey])[0]}
      to={asList(filters.values[toKey])[0]}
      onChange={({ from, to }) => filters.set(patchOf<Values>({ [fromKey]: from, [toKey]: to }))}
    />
  );
};

interface ChoiceChipProps<Values> {
  field: ChoiceField<keyof Values & string>;
  filters: UrlFilters<Values>;
}

const ChoiceChip = <Values,>({ field, filters }: ChoiceChipProps<Values>) => {
  const chosen = asList(filters.values[field.key]);
  const words = chosen.map((value) => field.options.find((option) => option.value === value)?.label ?? value);
  const Options = field.options.length > MAX_UNSEARCHED ? SearchableCheckList : CheckList;
  const choose = (values: string[]): void =>
    filters.set(patchOf<Values>({ [field.key]: field.isMany ? values : values[0] }));
  return (
    <FilterChip
      label={field.label}
      value={chosen.length > 0 ? words.join(", ") : undefined}
      onRemove={() => choose([])}
    >
      <Options items={field.options} chosen={chosen} isMany={field.isMany === true} onChange={choose} />
    </FilterChip>
  );
};
