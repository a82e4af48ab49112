// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the table is an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and uses aria-activedescendant.
import type { MatrixRow, PermissionItem } from "@dailies/contract";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { LockOf } from "./cell-lock.ts";
import { type CellState, cellState } from "./cell-state.ts";
import type { Pending } from "./changes.rules.ts";
import styles from "./matrix.module.css";

export type RenderExtra = (row: MatrixRow, pending: Pending | undefined) => ReactNode;

interface PersonRowProps {
  row: MatrixRow;
  index: number;
  /** Counted across all pages, including the two header rows. */
  rowIndex: number;
  codes: readonly PermissionItem[];
  pending: Pending | undefined;
  isOwn: boolean;
  activeColumn: number | undefined;
  idOf: (cell: { row: number; column: number }) => string;
  lockOf: LockOf;
  renderExtra: RenderExtra | undefined;
}

/** Inline SVG, because a grid mounts hundreds of marks while it scrolls. */
const MARKS: Record<CellState, string> = {
  held: "M4.5 8.4l2.4 2.4 4.6-5.4",
  free: "",
  given: "M8 4v8M4 8h8",
  taken: "M4 8h8",
  waiting: "M8 3.5v4.8l3 1.8",
};

const Mark = ({ state }: { state: CellState }) =>
  MARKS[state] === "" ? null : (
    <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true">
      <path d={MARKS[state]} />
    </svg>
  );

const STATE_CLASSES: Record<CellState, string | undefined> = {
  held: styles.held,
  free: styles.free,
  given: styles.given,
  taken: styles.taken,
  waiting: styles.waiting,
};

/** One user: a cell per code, each with a text label. */
export const PersonRow = memo((props: PersonRowProps) => {
  const { row, index, codes, pending, isOwn, activeColumn, idOf, lockOf } = props;
  const { t } = useTranslation();
  return (
    <tr aria-rowindex={props.rowIndex} className={styles.row}>
      <th scope="row" data-row={index} className={styles.person} title={row.username}>
        <span className={styles.name}>{row.realname}</span>
        <span className={styles.username}>{row.username}</span>
        {isOwn ? <span className={styles.tag}>{t("permissions.matrix.you")}</span> : null}
        {row.is_enabled ? null : <span className={styles.tag}>{t("permissions.matrix.disabled")}</span>}
      </th>
      {codes.map((code, column) => {
        const state = cellState(row, pending, code.key);
        const lock = lockOf(row, code);
        return (
          <td
            key={code.key}
            role="gridcell"
            id={idOf({ row: index, column })}
            data-row={index}
            data-column={column}
            data-active={column === activeColumn || undefined}
            data-locked={lock}
            data-first={(column > 0 && codes[column - 1]?.group !== code.group) || undefined}
            aria-readonly={lock !== undefined}
            aria-label={t("permissions.matrix.cell", {
              name: row.realname,
              code: code.key,
              state: t(`permissions.matrix.states.${state}`),
            })}
            className={STATE_CLASSES[state]}
          >
            <Mark state={state} />
          </td>
        );
      })}
      {props.renderExtra?.(row, pending)}
    </tr>
  );
});
