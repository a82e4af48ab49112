import type { PerformerTaskItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FilterBar } from "../../../ui/filters/filter-bar.tsx";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { CallDetail } from "../calls/call-detail.tsx";
import { playgroundAddress } from "../paths.ts";
import { callsQuery } from "../performers.queries.ts";
import { callKey, useCallColumns } from "./call-columns.tsx";
import {
  type CallFilters,
  filterOf,
  isFiltered,
  pageOf,
  sortOf,
  sortPatch,
  useCallFields,
  useCallFilters,
} from "./call-filters.ts";

const NO_CALLS: readonly PerformerTaskItem[] = [];

/** All jobs the user may see, from any source. */
export const HistoryTab = () => {
  const { t } = useTranslation();
  const filters = useCallFilters();
  const detail = useDetailParam("call");
  const performers = useQuery(performersQuery);
  const list = useQuery(callsQuery(pageOf(filters.values), filterOf(filters.values)));
  const rows = list.data?.items ?? NO_CALLS;
  const { page, size } = filters.values;
  return (
    <>
      <FilterBar
        filters={filters}
        fields={useCallFields(performers.data?.items ?? [], rows)}
        searchKey="q"
        searchLabel={t("performers.history.search")}
      />
      <DataTable
        name={t("performers.history.name")}
        columns={useCallColumns()}
        rows={rows}
        rowKey={callKey}
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        sort={sortOf(filters.values)}
        onSortChange={(sort) => filters.set(sortPatch(sort))}
        paging={{
          page,
          pageSize: size,
          total: list.data?.total ?? 0,
          onChange: (nextPage, nextSize) => filters.set({ page: nextPage, size: nextSize }),
        }}
        onOpen={({ id }) => detail.open(id)}
        openKey={detail.openId}
        storageName="performer-calls"
        empty={<NoCalls filters={filters} />}
      />
      <CallDetail detail={detail} items={rows} offset={(page - 1) * size} total={list.data?.total ?? 0} />
    </>
  );
};

const NoCalls = ({ filters }: { filters: CallFilters }) => {
  const { t } = useTranslation();
  const go = useNavigate();
  if (isFiltered(filters) || filters.values.page > 1) {
    return (
      <EmptyState
        picture="lens"
        title={t("performers.history.noneFound")}
        action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
      >
        {t("performers.history.noneFoundHint")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("performers.history.none")}
      action={
        <Button type="primary" onClick={() => void go(playgroundAddress({}))}>
          {t("performers.history.goToBench")}
        </Button>
      }
    >
      {t("performers.history.noneHint")}
    </EmptyState>
  );
};
