import { useTranslation } from "react-i18next";
import { formatCount } from "../format.ts";
import "./count-filter.css";

interface CountFilterProps<Key extends string> {
  /** The accessible name of the group. */
  name: string;
  counts: readonly { key: Key; count: number; label: string }[];
  /** The one that is shown; undefined for all. */
  only: Key | undefined;
  onChange: (only: Key | undefined) => void;
}

/** How many rows of each kind there are; a click shows only those, another one all again. */
export const CountFilter = <Key extends string>({ name, counts, only, onChange }: CountFilterProps<Key>) => {
  const { i18n } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, which the counts do not.
    <div role="group" aria-label={name} className="ds-count-filter">
      {counts.map(({ key, count, label }) => (
        <button
          key={key}
          type="button"
          aria-pressed={only === key}
          onClick={() => onChange(only === key ? undefined : key)}
        >
          <strong className="ds-number">{formatCount(count, i18n.language)}</strong>
          {label}
        </button>
      ))}
    </div>
  );
};
