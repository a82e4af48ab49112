import { RedoOutlined, StopOutlined } from "@ant-design/icons";
import type { JobAct, JobItem } from "@dailies/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../lib/lazy-part.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FilterBar } from "../../ui/filters/filter-bar.tsx";
import { SearchBox } from "../../ui/filters/search-box.tsx";
import { Page } from "../../ui/page.tsx";
import { useDetailParam } from "../../ui/use-detail-param.ts";
import styles from "./jobs.module.css";
import { jobCountsQuery, jobsQuery, type SearchedJobs } from "./jobs.queries.ts";
import { useJobColumns } from "./list/job-columns.tsx";
import { type JobFilters, toFilter, useJobFilterFields, useJobFilters } from "./list/job-filters.ts";
import { StatusCounts } from "./list/status-counts.tsx";
import { RateCharts } from "./rates/rate-charts.tsx";

const JobDrawer = lazyPart(async () => (await import("./detail/job-drawer.tsx")).JobDrawer);
const QueuesDialog = lazyPart(async () => (await import("./queues/queues-dialog.tsx")).QueuesDialog);
const StuckDialog = lazyPart(async () => (await import("./queues/stuck-dialog.tsx")).StuckDialog);
const ActDialog = lazyPart(async () => (await import("./acts/act-dialog.tsx")).ActDialog);

type Shown = "queues" | "stuck";

/** Which jobs are about to be retried or cancelled. */
interface ChosenAct {
  act: JobAct;
  filter: SearchedJobs;
  ids?: string[];
}

/** /admin/job-manage: all background work in one list. */
export const Component = () => {
  const { t } = useTranslation();
  const filters = useJobFilters();
  const filter = toFilter(filters.values);
  const { statuses: _chosen, ...counted } = filter;
  const counts = useQuery(jobCountsQuery(counted));
  const [chosen, setChosen] = useState<ChosenAct>();
  const [shown, setShown] = useState<Shown>();
  const detail = useDetailParam("job");
  return (
    <Page
      isFilling
      title={t("screens.jobManage.title")}
      about={t("screens.jobManage.purpose")}
      action={<BulkButtons onChoose={(act) => setChosen({ act, filter })} onShow={setShown} />}
    >
      <RateCharts kinds={filter.kinds} onOpen={detail.open} />
      <StatusCounts counts={counts.data} filters={filters} />
      <div className={styles.filters}>
        <FilterBar filters={filters} fields={useJobFilterFields()} searchKey="q" searchLabel={t("jobs.search")} />
        <SearchBox
          label={t("jobs.columns.owner")}
          value={filters.values.owner ?? ""}
          onChange={(owner) => filters.set({ owner }, { replace: true })}
        />
      </div>
      <JobTable
        filters={filters}
        filter={filter}
        onAct={(act, { id }) => {
          // One layer at a time: a dialog over a drawer would leave the focus in the drawer.
          detail.close();
          setChosen({ act, filter: {}, ids: [id] });
        }}
      />
      {chosen ? (
        <Suspense fallback={null}>
          <ActDialog {...chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        {shown === "queues" ? <QueuesDialog onClose={() => setShown(undefined)} /> : null}
        {shown === "stuck" ? (
          <StuckDialog
            onOpen={(id) => {
              setShown(undefined);
              detail.open(id);
            }}
            onClose={() => setShown(undefined)}
          />
        ) : null}
      </Suspense>
    </Page>
  );
};

interface BulkButtonsProps {
  onChoose: (act: JobAct) => void;
  onShow: (shown: Shown) => void;
}

const BulkButtons = ({ onChoose, onShow }: BulkButtonsProps) => {
  const { t } = useTranslation();
  return (
    <span className={styles.acts}>
      <Button onClick={() => onShow("stuck")}>{t("jobs.stuck.button")}</Button>
      <Button onClick={() => onShow("queues")}>{t("jobs.queues.button")}</Button>
      <Button icon={<RedoOutlined aria-hidden="true" />} onClick={() => onChoose("retry")}>
        {t("jobs.acts.retryAll")}
      </Button>
      <Button danger icon={<StopOutlined aria-hidden="true" />} onClick={() => onChoose("cancel")}>
        {t("jobs.acts.cancelAll")}
      </Button>
    </span>
  );
};

interface JobTableProps {
  filters: JobFilters;
  filter: SearchedJobs;
  onAct: (act: JobAct, job: JobItem) => void;
}

const JobTable = ({ filters, filter, onAct }: JobTableProps) => {
  const { t } = useTranslation();
  const list = useInfiniteQuery(jobsQuery(filter));
  const detail = useDetailParam("job");
  const columns = useJobColumns();
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className={styles.frame}>
      <DataTable
        name={t("jobs.list")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        onOpen={({ id }) => detail.open(id)}
        openKey={detail.openId}
        storageName="jobs"
        empty={<NoJobs filters={filters} />}
      />
      {list.hasNextPage ? (
        <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("jobs.older")}
        </Button>
      ) : null}
      {detail.openId === undefined ? null : (
        <Suspense fallback={null}>
          <JobDrawer rows={rows} detail={detail} onAct={onAct} />
        </Suspense>
      )}
    </div>
  );
};

const NoJobs = ({ filters }: { filters: JobFilters }) => {
  const { t } = useTranslation();
  if (filters.changed.length === 0) return <EmptyState title={t("jobs.none")}>{t("jobs.noneHint")}</EmptyState>;
  return (
    <EmptyState
      picture="lens"
      title={t("jobs.noneFound")}
      action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
    >
      {t("jobs.noneFoundHint")}
    </EmptyState>
  );
};
