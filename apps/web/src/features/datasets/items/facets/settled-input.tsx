import { useDebouncedInput } from "../../../../ui/use-debounced-input.ts";
import styles from "./facets.module.css";

const REST_MS = 400;

interface SettledInputProps {
  label: string;
  value: string;
  onSettle: (value: string) => void;
}

/** Debounced text input. */
export const SettledInput = ({ label, value, onSettle }: SettledInputProps) => {
  const { typed, setTyped, settle } = useDebouncedInput(value, REST_MS, onSettle);
  return (
    <input
      className={styles.input}
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={200}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
      }}
    />
  );
};
