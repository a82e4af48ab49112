import type { ClusterJob } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import styles from "../clusters.module.css";
import { runningJobsQuery } from "../clusters.queries.ts";
import { useJobColumns } from "./job-columns.tsx";

const NO_JOBS: readonly ClusterJob[] = [];
const MAX_PAGE_SIZE = 200;

/** Running and pending jobs of a cluster, newest first. */
export const RunningTab = ({ clusterId }: { clusterId: string }) => {
  const { t } = useTranslation();
  const [{ page, pageSize }, setPage] = useState({ page: 1, pageSize: 50 });
  const list = useQuery(runningJobsQuery(clusterId, { limit: pageSize, offset: (page - 1) * pageSize }));
  const { openId, open } = useDetailParam("job");
  return (
    <div className={styles.frame}>
      <DataTable
        name={t("clusters.tabs.running")}
        columns={useJobColumns("running")}
        rows={list.data?.items ?? NO_JOBS}
        rowKey={({ id }) => id}
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={{
          page,
          pageSize,
          total: list.data?.total ?? 0,
          maxPageSize: MAX_PAGE_SIZE,
          onChange: (to, size) => setPage({ page: to, pageSize: size }),
        }}
        onOpen={({ id }) => open(id)}
        openKey={openId}
        storageName="cluster-running-jobs"
        empty={<EmptyState title={t("clusters.running.none")}>{t("clusters.running.noneHint")}</EmptyState>}
      />
    </div>
  );
};
