import type { CellStatus } from "@dailies/contract";
import styles from "./cell.module.css";
import { CELL_SHAPES, CELL_TONES } from "./cell-status.ts";

/** Inline SVG, because a grid mounts hundreds of marks while it scrolls. */
export const StatusMark = ({ status }: { status: CellStatus }) => (
  <svg className={styles.mark} data-tone={CELL_TONES[status]} viewBox="0 0 16 16" aria-hidden="true">
    <path d={CELL_SHAPES[status]} />
  </svg>
);
