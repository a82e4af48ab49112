import type { ReactNode } from "react";

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** The minimum width; spare space goes to columns whose text is cut, then to all in proportion. */
  widthPx: number;
  /** Numbers are right-aligned. */
  isNumeric?: boolean;
  isSortable?: boolean;
  /** Always shown: the column that names the row. */
  isFixed?: boolean;
  /** Stays in sight at the end of the row while the table is scrolled sideways: what can be done with the row. */
  isPinned?: boolean;
  /** Hidden until the user selects it. */
  isExtra?: boolean;
}

export interface Sort {
  key: string;
  direction: "asc" | "desc";
}

export interface Paging {
  /** One-based. */
  page: number;
  pageSize: number;
  total: number;
  /** The largest page size of the list. */
  maxPageSize?: number;
  /** The page number can be typed, for lists with very many pages. */
  canJump?: boolean;
  onChange: (page: number, pageSize: number) => void;
}

export interface DataTableProps<Row> {
  /** The accessible name: "Tasks". */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isLoading?: boolean;
  /** If rows are loaded they stay, under a strip that says they may be stale. */
  error?: unknown;
  onRetry?: () => void;
  /** Shown if there are no rows. */
  empty: ReactNode;
  sort?: Sort;
  onSortChange?: (sort: Sort | undefined) => void;
  paging?: Paging;
  /** Called on Enter or a click on a row. */
  onOpen?: (row: Row) => void;
  /** The key of the row shown in the detail. */
  openKey?: string;
  /** Persists the selected columns of this table in this browser. */
  storageName?: string;
  /** Without its own toolbar: the parent shows the total and the column picker. */
  isBare?: boolean;
}

export const cellClass = ({
  isNumeric,
  isPinned,
}: Pick<Column<never>, "isNumeric" | "isPinned">): string | undefined => {
  if (isPinned) return "ds-cell-pinned";
  return isNumeric ? "ds-cell-numeric" : undefined;
};
