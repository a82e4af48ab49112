import { SearchOutlined } from "@ant-design/icons";
import { useEffect, useRef, useState } from "react";
import "./search-box.css";

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

const SETTLE_MS = 250;

/** Hands the words on when the typing rests. The shell's `/` key finds the box by its data attribute. */
export const SearchBox = ({ label, value, onChange }: SearchBoxProps) => {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;

  // The address changed by another hand (Back, "clear"): it wins over what stands in the box.
  if (value !== seen) {
    setSeen(value);
    setTyped(value);
  }

  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => latest.current(typed), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);

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
          if (event.key === "Enter") onChange(typed);
        }}
      />
    </span>
  );
};
