import { useState } from "react";
import { useTranslation } from "react-i18next";
import "./check-list.css";

export interface CheckItem {
  value: string;
  label: string;
  isDisabled?: boolean;
}

interface CheckListProps {
  items: readonly CheckItem[];
  chosen: readonly string[];
  /** Multiple choice; otherwise at most one. */
  isMany: boolean;
  onChange: (chosen: string[]) => void;
}

const toggled = (chosen: readonly string[], value: string): string[] =>
  chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];

export const CheckList = ({ items, chosen, isMany, onChange }: CheckListProps) => (
  <>
    {items.map((item) => (
      <label key={item.value} className="ds-check">
        <input
          type="checkbox"
          checked={chosen.includes(item.value)}
          disabled={item.isDisabled}
          onChange={() => onChange(isMany ? toggled(chosen, item.value) : toggled(chosen, item.value).slice(-1))}
        />
        {item.label}
      </label>
    ))}
  </>
);

/** A long list: a search box above the options that match it, by label or by value. */
export const SearchableCheckList = (props: CheckListProps) => {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const words = search.trim().toLowerCase();
  const matches = props.items.filter(({ value, label }) => `${label} ${value}`.toLowerCase().includes(words));
  return (
    <div className="ds-check-search">
      <input
        type="search"
        aria-label={t("ui.filter.findOption")}
        placeholder={t("ui.filter.findOption")}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div className="ds-check-options">
        {matches.length === 0 ? <p className="ds-check-none">{t("ui.filter.noOption")}</p> : null}
        <CheckList {...props} items={matches} />
      </div>
    </div>
  );
};
