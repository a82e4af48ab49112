import type { DatasetSummary } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { FilterBar } from "../../../ui/filters/filter-bar.tsx";
import { datasetsQuery } from "../datasets.queries.ts";
import { arrangeDatasets } from "./arrange-datasets.ts";
import { DatasetCards } from "./dataset-cards.tsx";
import { useDatasetColumns } from "./dataset-columns.tsx";
import {
  type DatasetFilters,
  type DatasetUrlState,
  sortOf,
  sortPatch,
  useDatasetFields,
  useDatasetFilters,
} from "./dataset-filters.ts";
import type { DatasetActs } from "./dataset-menu.tsx";
import styles from "./list.module.css";
import { ListTools } from "./list-tools.tsx";
import { NoDatasets } from "./no-datasets.tsx";
import { useDatasetActs } from "./use-dataset-acts.tsx";

interface DatasetListProps {
  urlState: DatasetUrlState;
  onRegister: (uri?: string) => void;
}

const NONE: readonly DatasetSummary[] = [];
const keyOf = ({ id }: DatasetSummary): string => id;

/** All datasets; search, filters and sorting run in the browser. */
export const DatasetList = ({ urlState, onRegister }: DatasetListProps) => {
  const { t } = useTranslation();
  const filters = useDatasetFilters();
  const list = useQuery(datasetsQuery);
  const all = list.data?.items ?? NONE;
  const { sort, order, view } = urlState.values;
  const rows = useMemo(
    () => arrangeDatasets(all, { ...filters.values, sort, order }),
    [all, filters.values, sort, order],
  );
  const fields = useDatasetFields(all, filters.values);
  const { acts, dialog } = useDatasetActs();
  const shared = { list, rows, acts, urlState, filters, isEmpty: all.length === 0, onRegister };
  return (
    <>
      <div className={styles.bar}>
        <FilterBar filters={filters} fields={fields} searchKey="q" searchLabel={t("datasets.search")} />
        <ListTools list={list} urlState={urlState} />
      </div>
      {view === "table" ? <Table {...shared} /> : <Cards {...shared} />}
      {dialog}
    </>
  );
};

interface ShapeProps {
  list: Pick<ReturnType<typeof useQuery>, "isPending" | "error" | "refetch" | "data">;
  rows: readonly DatasetSummary[];
  acts: DatasetActs;
  urlState: DatasetUrlState;
  filters: DatasetFilters;
  isEmpty: boolean;
  onRegister: DatasetListProps["onRegister"];
}

const Table = ({ list, rows, acts, urlState, filters, isEmpty, onRegister }: ShapeProps) => {
  const { t } = useTranslation();
  const columns = useDatasetColumns(acts);
  return (
    <DataTable
      name={t("screens.dataset.title")}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      isLoading={list.isPending}
      error={list.error}
      onRetry={() => void list.refetch()}
      sort={sortOf(urlState)}
      onSortChange={(sort) => urlState.set(sortPatch(sort))}
      onOpen={acts.open}
      storageName="datasets"
      empty={<NoDatasets isEmpty={isEmpty} filters={filters} onRegister={onRegister} />}
    />
  );
};

const Cards = ({ list, rows, acts, filters, isEmpty, onRegister }: ShapeProps) => {
  const { t } = useTranslation();
  const retry = (): void => void list.refetch();
  if (!list.data && list.error) return <ErrorPanel title={t("datasets.failed")} error={list.error} onRetry={retry} />;
  if (!list.data) return <TileSkeletons />;
  return (
    <>
      {list.error ? <ErrorPanel isCompact title={t("ui.table.stale")} error={list.error} onRetry={retry} /> : null}
      {rows.length > 0 ? (
        <DatasetCards rows={rows} acts={acts} />
      ) : (
        <div className={styles.empty}>
          <NoDatasets isEmpty={isEmpty} filters={filters} onRegister={onRegister} />
        </div>
      )}
    </>
  );
};

const TILE_INDEXES = Array.from({ length: 8 }, (_, index) => index);

const TileSkeletons = () => {
  const { t } = useTranslation();
  return (
    <div className={styles.places} role="status">
      <span className="ds-visually-hidden">{t("ui.loading")}</span>
      {TILE_INDEXES.map((index) => (
        <div key={index} className={styles.place}>
          <div className={styles.frame} />
          <SkeletonLine width="70%" />
          <SkeletonLine width="45%" />
        </div>
      ))}
    </div>
  );
};
