import type { LabelEvent, LabelTaskDetail } from "@dailies/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FilterBar } from "../../../ui/filters/filter-bar.tsx";
import { labelEventsQuery } from "../labelling.queries.ts";
import { useEventColumns } from "./event-columns.tsx";
import styles from "./history.module.css";
import { type HistoryFilters, toEventsQuery, useHistoryFields, useHistoryFilters } from "./history-filters.ts";

const keyOf = ({ item, n }: LabelEvent): string => `${item}-${n}`;

/** Everything that happened in one label task, newest first. */
export const EventsTab = ({ task, onOpen }: { task: LabelTaskDetail; onOpen: (item: number) => void }) => {
  const { t } = useTranslation();
  const filters = useHistoryFilters();
  const list = useInfiniteQuery(labelEventsQuery(task.id, toEventsQuery(filters.values)));
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  return (
    <>
      <FilterBar
        filters={filters}
        fields={useHistoryFields(task, filters.values)}
        searchKey="item"
        searchLabel={t("labelling.history.itemNumber")}
      />
      <DataTable
        name={t("labelling.history.list")}
        columns={useEventColumns()}
        rows={rows}
        rowKey={keyOf}
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        onOpen={({ item }) => onOpen(item)}
        storageName="label-history"
        empty={<NoEvents filters={filters} />}
      />
      {list.hasNextPage ? (
        <div className={styles.more}>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t("labelling.history.more")}
          </Button>
        </div>
      ) : null}
    </>
  );
};

const NoEvents = ({ filters }: { filters: HistoryFilters }) => {
  const { t } = useTranslation();
  if (filters.changed.length === 0)
    return <EmptyState title={t("labelling.history.none")}>{t("labelling.history.noneHint")}</EmptyState>;
  return (
    <EmptyState
      picture="lens"
      title={t("labelling.history.noneFound")}
      action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
    >
      {t("labelling.history.noneFoundHint")}
    </EmptyState>
  );
};
