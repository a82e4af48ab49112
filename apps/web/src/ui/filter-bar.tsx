import { CloseOutlined, DownOutlined, PlusOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { CheckList } from "./check-list.tsx";
import "./filter-bar.css";
import { Popup } from "./popup.tsx";
import { SearchBox } from "./search-box.tsx";
import type { UrlFilters } from "./use-url-filters.ts";

export interface FilterField<Key extends string> {
  key: Key;
  label: string;
  options: readonly { value: string; label: string }[];
  /** Several values at once, written as repeated keys. */
  isMany?: boolean;
}

interface FilterBarProps<Values> {
  filters: UrlFilters<Values>;
  fields: readonly FilterField<keyof Values & string>[];
  /** The key of the free text, when the list can be searched. */
  searchKey?: keyof Values & string;
  /** What the free text looks through: "Name or owner". */
  searchLabel?: string;
}

const asList = (value: unknown): string[] => {
  if (value === undefined || value === null || value === "") return [];
  return (Array.isArray(value) ? value : [value]).map(String);
};

/** Filters as chips; what they hold lives in the address. */
export const FilterBar = <Values,>({ filters, fields, searchKey, searchLabel }: FilterBarProps<Values>) => {
  const { t } = useTranslation();
  const patch = (key: keyof Values & string, value: unknown) => ({ [key]: value }) as Partial<Values>;
  const filtering: string[] = filters.changed.filter(
    (key) => key === searchKey || fields.some((field) => field.key === key),
  );
  return (
    <section className="ds-filters" aria-label={t("ui.filter.bar")}>
      {searchKey === undefined ? null : (
        <SearchBox
          label={searchLabel ?? t("ui.filter.search")}
          value={asList(filters.values[searchKey])[0] ?? ""}
          onChange={(words) => filters.set(patch(searchKey, words), { replace: true })}
        />
      )}
      {fields.map((field) => (
        <FilterChip
          key={field.key}
          field={field}
          chosen={asList(filters.values[field.key])}
          onChange={(chosen) => filters.set(patch(field.key, field.isMany ? chosen : chosen[0]))}
        />
      ))}
      {filtering.length === 0 ? null : (
        <button type="button" className="ds-filters-clear" onClick={filters.clear}>
          {t("ui.filter.clear")}
        </button>
      )}
    </section>
  );
};

interface FilterChipProps {
  field: FilterField<string>;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

const FilterChip = ({ field, chosen, onChange }: FilterChipProps) => {
  const { t } = useTranslation();
  const words = chosen.map((value) => field.options.find((option) => option.value === value)?.label ?? value);
  const isSet = chosen.length > 0;
  return (
    <span className={isSet ? "ds-chip ds-chip-set" : "ds-chip"}>
      <Popup
        name={t("ui.filter.choose", { label: field.label })}
        trigger={
          <button type="button" className="ds-chip-main">
            {isSet ? null : <PlusOutlined aria-hidden="true" />}
            <span>{isSet ? `${field.label}: ` : field.label}</span>
            {isSet ? <span className="ds-chip-value">{words.join(", ")}</span> : null}
            {isSet ? <DownOutlined aria-hidden="true" /> : null}
          </button>
        }
      >
        <CheckList items={field.options} chosen={chosen} isMany={field.isMany === true} onChange={onChange} />
      </Popup>
      {isSet ? (
        <button
          type="button"
          className="ds-chip-remove"
          aria-label={t("ui.filter.remove", { label: field.label })}
          onClick={() => onChange([])}
        >
          <CloseOutlined aria-hidden="true" />
        </button>
      ) : null}
    </span>
  );
};
