import type { GridCell } from "@dailies/contract";
import { useGridWords } from "../use-cell-words.ts";
import styles from "./cell.module.css";

const MARKS = {
  warning: "M8 2.5l6 11H2zM8 6.5v3.2M8 11.6v.1",
  stale: "M8 3a5 5 0 1 0 5 5M13 3v5h-5",
  reused: "M3 6h8l-2.5-2.5M13 10H5l2.5 2.5",
  pinned: "M6 2.5h4l-.5 4 2.5 2.5H4l2.5-2.5zM8 9v4.5",
} as const;

/** Marks of a clip as small icons in its corner, each with a tooltip. */
export const CellMarks = ({ cell }: { cell: GridCell }) => {
  const { t, warning } = useGridWords();
  const shown: [keyof typeof MARKS, string][] = [];
  if (cell.warnings.length > 0) shown.push(["warning", cell.warnings.map(warning).join("\n")]);
  for (const mark of ["stale", "reused", "pinned"] as const) {
    if (cell[`is_${mark}`]) shown.push([mark, t(`benchmarks.cell.${mark}`)]);
  }
  if (shown.length === 0) return null;
  return (
    <span className={styles.marks}>
      {shown.map(([mark, about]) => (
        <span key={mark} className={styles.badge} data-mark={mark} title={about}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={MARKS[mark]} />
          </svg>
        </span>
      ))}
    </span>
  );
};
