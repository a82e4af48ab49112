import type { ClusterJob } from "@dailies/contract";
import { ENDED_CLUSTER_JOB_STATUSES } from "@dailies/contract/clusters/schemas";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import styles from "../clusters.module.css";
import { recentJobsQuery } from "../clusters.queries.ts";
import { useJobColumns } from "./job-columns.tsx";

const NO_JOBS: readonly ClusterJob[] = [];
const PAGE_SIZE = 50;
type EndedStatus = (typeof ENDED_CLUSTER_JOB_STATUSES)[number];

/** Jobs that ended, also those that their cluster has forgotten. */
export const RecentTab = ({ clusterId }: { clusterId: string }) => {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const [status, setStatus] = useState<EndedStatus>();
  const [page, setPage] = useState(1);
  const q = useDebounced(words.trim(), 300);
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, ...(q !== "" && { q }), ...(status && { status }) };
  const list = useQuery(recentJobsQuery(clusterId, query));
  const { openId, open } = useDetailParam("job");
  return (
    <div className={styles.frame}>
      <div className={styles.filters}>
        <Input
          allowClear
          value={words}
          maxLength={200}
          aria-label={t("clusters.recent.search")}
          placeholder={t("clusters.recent.search")}
          onChange={(event) => {
            setWords(event.target.value);
            setPage(1);
          }}
        />
        <Select<EndedStatus>
          allowClear
          style={{ width: 160 }}
          value={status ?? null}
          aria-label={t("clusters.job.status")}
          placeholder={t("clusters.job.status")}
          options={ENDED_CLUSTER_JOB_STATUSES.map((value) => ({ value, label: t(`clusters.jobStatus.${value}`) }))}
          onChange={(value) => {
            setStatus(value);
            setPage(1);
          }}
        />
        <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
          {t("clusters.recent.previous")}
        </Button>
        <Button disabled={!list.data?.has_more} onClick={() => setPage(page + 1)}>
          {t("clusters.recent.next")}
        </Button>
      </div>
      <DataTable
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
        empty={<EmptyState title={t("clusters.recent.none")}>{t("clusters.recent.noneHint")}</EmptyState>}
      />
    </div>
  );
};
