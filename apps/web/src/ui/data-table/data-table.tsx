import { type CSSProperties, type ReactNode, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../feedback/error-panel.tsx";
import "./data-table.css";
import { Pager } from "./pager.tsx";
import { TableHead } from "./table-head.tsx";
import { rowId, TableRows, TableSkeleton } from "./table-rows.tsx";
import { TableToolbar } from "./table-toolbar.tsx";
import type { Column, DataTableProps } from "./types.ts";
import { useActiveRow } from "./use-active-row.ts";
import { useColumnWidths } from "./use-column-widths.ts";
import { useRowWindow } from "./use-row-window.ts";
import { type Density, useTablePreferences } from "./use-table-preferences.ts";

const SKELETON_ROWS = 12;

/** A virtualized table. It fills its container's height; sorting and paging are up to the caller. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { name, columns, rows, isLoading, error, onRetry, empty, paging, storageName, isBare } = props;
  const { t } = useTranslation();
  const { density, setDensity, shownColumns, setShownKeys } = useTablePreferences(columns, storageName);
  const isFailed = error !== undefined && error !== null;
  const isEmpty = rows.length === 0;
  return (
    <div className="ds-table" data-density={density}>
      {isBare ? null : (
        <TableToolbar
          total={isEmpty && (isLoading || isFailed) ? undefined : (paging?.total ?? rows.length)}
          columns={columns}
          shownColumns={shownColumns}
          setShownKeys={setShownKeys}
          density={density}
          setDensity={setDensity}
        />
      )}
      {isFailed && !isEmpty ? (
        <ErrorPanel isCompact title={t("ui.table.stale")} error={error} onRetry={onRetry} />
      ) : null}
      <TableGrid {...props} shownColumns={shownColumns} density={density}>
        {isEmpty && isFailed ? <ErrorPanel error={error} onRetry={onRetry} /> : null}
        {isEmpty && !isFailed && !isLoading ? empty : null}
      </TableGrid>
      {paging === undefined ? null : <Pager name={name} paging={paging} />}
    </div>
  );
};

/** Columns keep their width and share the remaining space in proportion to their minimum. */
const gridStyle = (columns: readonly { widthPx: number }[], widthsPx: readonly number[]): CSSProperties => ({
  minWidth: columns.reduce((sum, { widthPx }, at) => sum + (widthsPx[at] ?? widthPx), 0),
  ["--columns" as string]: columns
    .map(({ widthPx }, at) => `minmax(${widthsPx[at] ?? widthPx}px, ${widthPx}fr)`)
    .join(" "),
});

interface TableGridProps<Row> extends DataTableProps<Row> {
  shownColumns: readonly Column<Row>[];
  density: Density;
  /** Shown under the header if there are no rows. */
  children: ReactNode;
}

const TableGrid = <Row,>(props: TableGridProps<Row>) => {
  const { name, rows, rowKey, shownColumns, density, isLoading, paging, onOpen, openKey } = props;
  const tableId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setActive] = useState(-1);
  const active = Math.min(chosen, rows.length - 1);
  const openIndex = useMemo(
    () => (openKey === undefined ? -1 : rows.findIndex((row) => rowKey(row) === openKey)),
    [rows, rowKey, openKey],
  );
  const widthsPx = useColumnWidths(scroller, shownColumns, rows);
  const rowWindow = useRowWindow(scroller, rows.length, density, active);
  const open = (index: number): void => {
    const row = rows[index];
    if (row !== undefined) onOpen?.(row);
  };
  const handlers = useActiveRow({ count: rows.length, active, setActive, rowWindow, openIndex, onOpen: open });
  const offset = paging ? (paging.page - 1) * paging.pageSize : 0;
  return (
    <div ref={scroller} className="ds-table-scroll">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML allows a table to be a grid.
        role="grid"
        tabIndex={0}
        aria-label={name}
        aria-busy={isLoading}
        aria-rowcount={(paging?.total ?? rows.length) + 1}
        aria-activedescendant={active >= 0 ? rowId(tableId, active) : undefined}
        className={onOpen ? "ds-table-grid ds-table-opens" : "ds-table-grid"}
        style={gridStyle(shownColumns, widthsPx)}
        {...handlers}
      >
        <TableHead columns={shownColumns} sort={props.sort} onSortChange={props.onSortChange} />
        {rows.length === 0 && isLoading ? (
          <TableSkeleton columns={shownColumns} rows={SKELETON_ROWS} />
        ) : (
          <TableRows
            tableId={tableId}
            columns={shownColumns}
            rows={rows}
            rowKey={rowKey}
            indexes={rowWindow.indexes}
            density={density}
            activeIndex={active}
            openIndex={openIndex}
            offset={offset}
          />
        )}
      </table>
      {props.children}
    </div>
  );
};
