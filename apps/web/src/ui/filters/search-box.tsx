import { SearchOutlined } from "@ant-design/icons";
import "./search-box.css";
import { useDebouncedInput } from "../use-debounced-input.ts";

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** ArrowDown moves on to the results. */
  onDown?: () => void;
}

const SETTLE_MS = 250;

/** A debounced search input. The shell's `/` shortcut finds it by its data attribute. */
export const SearchBox = ({ label, value, onChange, onDown }: SearchBoxProps) => {
  const { typed, setTyped, settle } = useDebouncedInput(value, SETTLE_MS, onChange);
  return (
    <span className="ds-search">
      <SearchOutlined aria-hidden="true" className="ds-search-icon" />
      <input
        type="search"
        className="ds-search-input"
        data-search-box=""
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") settle();
          if (event.key !== "ArrowDown" || !onDown) return;
          event.preventDefault();
          settle();
          onDown();
        }}
      />
    </span>
  );
};
