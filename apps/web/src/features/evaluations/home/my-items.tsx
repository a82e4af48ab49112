import { LEASE_STATUSES, type OwnItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FilterBar } from "../../../ui/filters/filter-bar.tsx";
import { useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { itemsQuery, queueQuery } from "../evaluations.queries.ts";
import { useItemColumns } from "./item-columns.tsx";

const MAX_PER_PAGE = 100;

const schema = z.object({
  of: z.uuid().optional(),
  status: z.enum(LEASE_STATUSES).optional(),
  page: z.coerce.number().int().positive().max(10_000).default(1),
  page_size: z.coerce.number().int().positive().max(MAX_PER_PAGE).default(20),
});

const NO_ITEMS: readonly OwnItem[] = [];
const keyOf = ({ lease_id }: OwnItem): string => lease_id;

/** Everything the rater judged, skipped or has leased, newest first. */
export const MyItems = () => {
  const { t } = useTranslation();
  const filters = useUrlFilters(schema);
  const { of: task, status, page, page_size: pageSize } = filters.values;
  const list = useQuery(itemsQuery({ task, status, page, pageSize }));
  const columns = useItemColumns();
  const fields = useItemFields();
  return (
    <>
      <FilterBar filters={filters} fields={fields} />
      <DataTable
        name={t("evaluations.tabs.mine")}
        columns={columns}
        rows={list.data?.items ?? NO_ITEMS}
        rowKey={keyOf}
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={{
          page,
          pageSize,
          total: list.data?.total ?? 0,
          maxPageSize: MAX_PER_PAGE,
          onChange: (to, size) => filters.set({ page: to, page_size: size }),
        }}
        storageName="evaluating"
        empty={
          <EmptyState title={t("evaluations.mine.none")} picture={filters.changed.length > 0 ? "lens" : "frames"}>
            {t(filters.changed.length > 0 ? "evaluations.mine.noneFound" : "evaluations.mine.noneHint")}
          </EmptyState>
        }
      />
    </>
  );
};

const useItemFields = () => {
  const { t } = useTranslation();
  const open = useQuery(queueQuery(false));
  const finished = useQuery(queueQuery(true));
  const tasks = [...(open.data ?? []), ...(finished.data ?? [])];
  return [
    {
      key: "of" as const,
      label: t("evaluations.mine.task"),
      options: tasks.map(({ task_id, name }) => ({ value: task_id, label: name })),
    },
    {
      key: "status" as const,
      label: t("evaluations.mine.status"),
      options: LEASE_STATUSES.map((value) => ({ value, label: t(`evaluations.mine.statuses.${value}`) })),
    },
  ];
};
