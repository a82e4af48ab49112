// biome-ignore-all lint/a11y/noRedundantRoles: rows use `display: grid`, which drops the implicit table roles.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the table is an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the table holds the focus and uses aria-activedescendant.
import { memo } from "react";
import { SkeletonLine } from "../feedback/skeleton.tsx";
import { TABLE_HEIGHTS_PX } from "../theme.ts";
import { type Column, cellClass } from "./types.ts";
import type { Density } from "./use-table-preferences.ts";

interface TableRowsProps<Row> {
  tableId: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  indexes: readonly number[];
  density: Density;
  activeIndex: number;
  openIndex: number;
  /** The number of rows before this page. */
  offset: number;
}

export const rowId = (tableId: string, index: number): string => `${tableId}-row-${index}`;

/** The rendered rows, positioned absolutely in a body with the height of all rows. */
export const TableRows = <Row,>(props: TableRowsProps<Row>) => {
  const rowPx = TABLE_HEIGHTS_PX[props.density];
  return (
    <tbody role="rowgroup" className="ds-table-body" style={{ height: props.rows.length * rowPx }}>
      {props.indexes.map((index) => renderRow(props, index, index * rowPx))}
    </tbody>
  );
};

const renderRow = <Row,>(props: TableRowsProps<Row>, index: number, topPx: number) => {
  const row = props.rows[index];
  if (row === undefined) return null;
  return (
    <TableRow
      key={props.rowKey(row)}
      id={rowId(props.tableId, index)}
      index={index}
      topPx={topPx}
      rowIndex={props.offset + index + 2}
      row={row}
      columns={props.columns as readonly Column<unknown>[]}
      isActive={index === props.activeIndex}
      isOpen={index === props.openIndex}
    />
  );
};

interface TableRowProps {
  id: string;
  index: number;
  topPx: number;
  rowIndex: number;
  row: unknown;
  columns: readonly Column<unknown>[];
  isActive: boolean;
  isOpen: boolean;
}

const TableRow = memo(({ id, index, topPx, rowIndex, row, columns, isActive, isOpen }: TableRowProps) => (
  <tr
    id={id}
    data-index={index}
    aria-rowindex={rowIndex}
    aria-selected={isOpen}
    role="row"
    className={isActive ? "ds-table-row ds-table-row-active" : "ds-table-row"}
    style={{ transform: `translateY(${topPx}px)` }}
  >
    {columns.map((column) => (
      <td key={column.key} role="gridcell" className={cellClass(column)}>
        {column.render(row)}
      </td>
    ))}
  </tr>
));

const PLACES = ["70%", "55%", "80%", "62%", "48%"];

export const TableSkeleton = ({ columns, rows }: { columns: readonly { key: string }[]; rows: number }) => (
  <tbody aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <tr key={row} className="ds-table-row">
        {columns.map((column, at) => (
          <td key={column.key} className="ds-cell-place">
            <SkeletonLine width={PLACES[(row + at) % PLACES.length]} />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
);
