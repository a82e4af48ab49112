import type { MatrixRow, PermissionItem } from "@dailies/contract";
import { type ReactNode, useCallback, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { LockOf } from "./cell-lock.ts";
import type { Changes, Pending } from "./changes.rules.ts";
import styles from "./matrix.module.css";
import { MatrixHead } from "./matrix-head.tsx";
import { PersonRow, type RenderExtra } from "./matrix-row.tsx";
import { type Cursor, useMatrixCursor } from "./use-matrix-cursor.ts";
import { useMatrixWindow } from "./use-matrix-window.ts";

/** A column after the codes, such as the combined mask. */
export interface ExtraColumn<Row extends MatrixRow> {
  title: string;
  render: (row: Row, pending: Pending<Row> | undefined) => ReactNode;
}

export interface MatrixProps<Row extends MatrixRow> {
  /** The accessible name of the grid. */
  name: string;
  rows: readonly Row[];
  codes: readonly PermissionItem[];
  changes: Changes<Row>;
  lockOf: LockOf;
  ownName: string;
  /** The number of users before this page, and in total. */
  offset: number;
  total: number;
  isLoading: boolean;
  extra?: ExtraColumn<Row>;
  onToggle: (row: Row, code: PermissionItem) => void;
  onOpen: (row: Row) => void;
  /** Rendered below the grid, with the cell under the cursor. */
  children: (cell: { row: Row; code: PermissionItem } | undefined) => ReactNode;
}

const HEAD_ROWS = 2;
/** Minimum widths; the codes share the remaining space. */
const PERSON_PX = 240;
const CODE_PX = 34;
const EXTRA_PX = 320;

export const Matrix = <Row extends MatrixRow>(props: MatrixProps<Row>) => {
  const { name, rows, codes, changes, lockOf, ownName, offset, total, isLoading, extra, onToggle, onOpen } = props;
  const { t } = useTranslation();
  const helpId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rowWindow = useMatrixWindow(scroller, rows.length);
  const at = ({ row, column }: Cursor) => {
    const [person, code] = [rows[row], codes[column]];
    return person && code && { row: person, code };
  };
  const { cursor, cursorId, idOf, handlers } = useMatrixCursor({
    rows: rows.length,
    columns: codes.length,
    rowWindow,
    onToggle: (cell) => {
      const found = at(cell);
      if (found) onToggle(found.row, found.code);
    },
    onOpen: (index) => {
      const row = rows[index];
      if (row) onOpen(row);
    },
  });
  const latestIdOf = useRef(idOf);
  latestIdOf.current = idOf;
  const stableIdOf = useCallback((cell: Cursor) => latestIdOf.current(cell), []);
  return (
    <>
      <div ref={scroller} className={styles.scroller}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML allows a table to be a grid.
          role="grid"
          tabIndex={0}
          aria-label={name}
          aria-busy={isLoading}
          aria-rowcount={total + HEAD_ROWS}
          aria-describedby={helpId}
          aria-activedescendant={cursorId}
          className={styles.grid}
          style={{ minWidth: PERSON_PX + codes.length * CODE_PX + (extra ? EXTRA_PX : 0) }}
          {...handlers}
        >
          <MatrixHead codes={codes} extraTitle={extra?.title} activeColumn={cursor?.column} />
          <tbody>
            <Gap heightPx={rowWindow.beforePx} />
            {rowWindow.indexes.map((index) => {
              const row = rows[index];
              if (!row) return null;
              const pending = changes.get(row.id);
              return (
                <PersonRow
                  key={row.id}
                  row={row}
                  index={index}
                  rowIndex={offset + index + 1 + HEAD_ROWS}
                  codes={codes}
                  pending={pending}
                  isOwn={row.username === ownName}
                  activeColumn={cursor?.row === index ? cursor.column : undefined}
                  idOf={stableIdOf}
                  lockOf={lockOf}
                  renderExtra={extra?.render as RenderExtra | undefined}
                />
              );
            })}
            <Gap heightPx={rowWindow.afterPx} />
          </tbody>
        </table>
      </div>
      <p id={helpId} className="ds-visually-hidden">
        {t("permissions.matrix.help")}
      </p>
      {props.children(cursor && at(cursor))}
    </>
  );
};

const Gap = ({ heightPx }: { heightPx: number }) =>
  heightPx === 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty spacer row has nothing to focus.
    <tr aria-hidden="true">
      <td style={{ height: heightPx }} />
    </tr>
  );
