import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../feedback/empty-state.tsx";
import { FilterBar, type FilterField } from "../filters/filter-bar.tsx";
import type { UrlFilters } from "../filters/use-url-filters.ts";
import { IconButton } from "../icon-button.tsx";
import { DataTable } from "./data-table.tsx";
import "./filtered-table.css";
import type { DataTableProps } from "./types.ts";

export interface CursorPages {
  /** Of the page that is shown; undefined for the first. */
  readonly cursor: string | undefined;
  readonly toNext: (cursor: string) => void;
  readonly toPrevious: () => void;
}

/** Pages of a list that only knows what comes after a row. Other filters begin with the first page. */
export const useCursorPages = (filters: unknown): CursorPages => {
  const asked = JSON.stringify(filters);
  const [pages, setPages] = useState<{ asked: string; cursors: readonly string[] }>({ asked, cursors: [] });
  const cursors = pages.asked === asked ? pages.cursors : [];
  return {
    cursor: cursors.at(-1),
    toNext: (cursor) => setPages({ asked, cursors: [...cursors, cursor] }),
    toPrevious: () => setPages({ asked, cursors: cursors.slice(0, -1) }),
  };
};

interface FilteredTableProps<Row, Values extends { q?: string | undefined }>
  extends Omit<DataTableProps<Row>, "empty" | "paging"> {
  /** `q` holds the words of the search. */
  filters: UrlFilters<Values>;
  fields: readonly FilterField<keyof Values & string>[];
  /** What the search covers: "Name or owner". */
  searchLabel: string;
  pages: CursorPages;
  /** Where the next page begins; null or undefined on the last one. */
  next: string | null | undefined;
  /** What creates a row, beside the filters. */
  action?: ReactNode;
  /** Shown if there is nothing at all. */
  none: ReactNode;
  /** Shown if the filters leave nothing. */
  noneFound: { title: string; hint: string };
}

/** A table under its filters, with pages that are not counted. */
export const FilteredTable = <Row, Values extends { q?: string | undefined }>({
  filters,
  fields,
  searchLabel,
  pages,
  next,
  action,
  none,
  noneFound,
  ...table
}: FilteredTableProps<Row, Values>) => {
  const { t } = useTranslation();
  return (
    <div className="ds-filtered-table">
      <div className="ds-filtered-table-head">
        <FilterBar
          filters={filters}
          fields={fields}
          searchKey={"q" as keyof Values & string}
          searchLabel={searchLabel}
        />
        <nav className="ds-filtered-table-pages" aria-label={t("ui.table.pages", { name: table.name })}>
          <IconButton
            name={t("ui.table.previousPage")}
            icon={<LeftOutlined aria-hidden="true" />}
            isDisabled={pages.cursor === undefined}
            onClick={pages.toPrevious}
          />
          <IconButton
            name={t("ui.table.nextPage")}
            icon={<RightOutlined aria-hidden="true" />}
            isDisabled={typeof next !== "string"}
            onClick={() => typeof next === "string" && pages.toNext(next)}
          />
        </nav>
        {action}
      </div>
      <DataTable
        {...table}
        empty={
          filters.changed.length === 0 ? (
            none
          ) : (
            <EmptyState
              picture="lens"
              title={noneFound.title}
              action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
            >
              {noneFound.hint}
            </EmptyState>
          )
        }
      />
    </div>
  );
};
