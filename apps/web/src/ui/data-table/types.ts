import type { ReactNode } from "react";

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** The least width; what is left over is shared in proportion. */
  widthPx: number;
  /** Numbers stand at the end and line up. */
  isNumeric?: boolean;
  isSortable?: boolean;
  /** Always shown: the column that names the row. */
  isFixed?: boolean;
  /** Hidden until the reader picks it. */
  isExtra?: boolean;
}

export interface Sort {
  key: string;
  direction: "asc" | "desc";
}

export interface Paging {
  /** Counted from 1. */
  page: number;
  pageSize: number;
  total: number;
  /** The most the list gives at once. */
  maxPageSize?: number;
  /** The number of the page can be typed, for lists with so many that nobody walks there. */
  canJump?: boolean;
  onChange: (page: number, pageSize: number) => void;
}

export interface DataTableProps<Row> {
  /** What the rows are, read aloud: "Tasks". */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isLoading?: boolean;
  /** With rows at hand they stay, under a strip that says they may be out of date. */
  error?: unknown;
  onRetry?: () => void;
  /** Stands in for the rows when there are none. */
  empty: ReactNode;
  sort?: Sort;
  onSortChange?: (sort: Sort | undefined) => void;
  paging?: Paging;
  /** Enter or a click on a row. */
  onOpen?: (row: Row) => void;
  /** The key of the row shown in the detail. */
  openKey?: string;
  /** Remembers the chosen columns of this table in this browser. */
  storageName?: string;
  /** Without its own bar: whoever is around it shows the total and chooses the columns. */
  isBare?: boolean;
}
