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
