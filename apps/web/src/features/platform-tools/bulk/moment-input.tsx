import { momentOf, wallClockOf } from "../../../ui/filters/time-range.ts";
import styles from "./bulk.module.css";

interface MomentInputProps {
  id?: string;
  value?: string;
  onChange?: (value: string | undefined) => void;
}

/** A moment of the reader's clock, or none. */
export const MomentInput = ({ id, value, onChange }: MomentInputProps) => (
  <input
    id={id}
    type="datetime-local"
    className={styles.moment}
    value={wallClockOf(value)}
    onChange={(event) => onChange?.(momentOf(event.target.value))}
  />
);
