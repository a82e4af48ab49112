import type { ClusterJob } from "@dailies/contract";
import { ENDED_CLUSTER_JOB_STATUSES } from "@dailies/contract/clusters/schemas";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FilteredTable, useCursorPages } from "../../../ui/data-table/filtered-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { recentJobsQuery } from "../clusters.queries.ts";
import { useJobColumns } from "./job-columns.tsx";

const NO_JOBS: readonly ClusterJob[] = [];
const PAGE_SIZE = 50;

const schema = z.object({
  q: z.string().max(200).optional(),
  status: z.enum(ENDED_CLUSTER_JOB_STATUSES).optional(),
});

/** Jobs that ended, also those that their cluster has forgotten. */
export const RecentTab = ({ clusterId }: { clusterId: string }) => {
  const { t } = useTranslation();
  const filters = useUrlFilters(schema);
  const { q, status } = filters.values;
  const pages = useCursorPages(filters.values);
  const offset = Number(pages.cursor ?? 0);
  const query = { limit: PAGE_SIZE, offset, ...(q && { q }), ...(status && { status }) };
  const list = useQuery(recentJobsQuery(clusterId, query));
  const { openId, open } = useDetailParam("job");
  return (
    <FilteredTable
      filters={filters}
      fields={[
        {
          key: "status",
          label: t("clusters.job.status"),
          options: ENDED_CLUSTER_JOB_STATUSES.map((value) => ({ value, label: t(`clusters.jobStatus.${value}`) })),
        },
      ]}
      searchLabel={t("clusters.recent.search")}
      pages={pages}
      next={list.data?.has_more ? String(offset + PAGE_SIZE) : null}
      name={t("clusters.tabs.recent")}
      columns={useJobColumns("recent")}
      rows={list.data?.items ?? NO_JOBS}
      rowKey={({ id }) => id}
      isLoading={list.isPending || list.isPlaceholderData}
      error={list.error}
      onRetry={() => void list.refetch()}
      onOpen={({ id }) => open(id)}
      openKey={openId}
      storageName="cluster-recent-jobs"
      none={<EmptyState title={t("clusters.recent.none")}>{t("clusters.recent.noneHint")}</EmptyState>}
      noneFound={{ title: t("clusters.recent.noneFound"), hint: t("clusters.recent.noneFoundHint") }}
    />
  );
};
