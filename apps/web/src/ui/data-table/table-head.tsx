// biome-ignore-all lint/a11y/noRedundantRoles: rows use `display: grid`, which drops the implicit table roles.
import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { type Column, cellClass, type Sort } from "./types.ts";

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSortChange: ((sort: Sort | undefined) => void) | undefined;
}

const SPOKEN = { asc: "ascending", desc: "descending" } as const;

/** Ascending, descending, then back to the server's order. */
const nextSort = (key: string, sort: Sort | undefined): Sort | undefined => {
  if (sort?.key !== key) return { key, direction: "asc" };
  return sort.direction === "asc" ? { key, direction: "desc" } : undefined;
};

const PlainTableHead = <Row,>({ columns, sort, onSortChange }: TableHeadProps<Row>) => {
  // Without columns it would be a row without cells, which is invalid for screen readers.
  if (columns.length === 0) return null;
  return (
    <thead role="rowgroup" className="ds-table-head">
      <tr role="row" aria-rowindex={1}>
        {columns.map((column) => {
          const direction = sort?.key === column.key ? sort.direction : undefined;
          return (
            <th
              key={column.key}
              scope="col"
              role="columnheader"
              className={cellClass(column)}
              aria-sort={direction && SPOKEN[direction]}
            >
              {column.isSortable && onSortChange ? (
                <SortButton
                  title={column.title}
                  direction={direction}
                  onClick={() => onSortChange(nextSort(column.key, sort))}
                />
              ) : (
                column.title
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
};

// Memoized: scrolling re-renders the rows many times a second, but not the header.
export const TableHead = memo(PlainTableHead) as typeof PlainTableHead;

interface SortButtonProps {
  title: string;
  direction: Sort["direction"] | undefined;
  onClick: () => void;
}

const SortButton = ({ title, direction, onClick }: SortButtonProps) => {
  const { t } = useTranslation();
  return (
    <button type="button" className="ds-table-sort" title={t("ui.table.sortBy", { column: title })} onClick={onClick}>
      {title}
      <span aria-hidden="true" className="ds-table-sort-icon">
        {direction === "desc" ? (
          <ArrowDownOutlined />
        ) : (
          <ArrowUpOutlined className={direction ? undefined : "ds-faint"} />
        )}
      </span>
    </button>
  );
};
