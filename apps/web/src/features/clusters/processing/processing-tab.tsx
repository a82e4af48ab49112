import { PlusOutlined } from "@ant-design/icons";
import type { ProcessingRun, ProcessingStatus } from "@dailies/contract";
import { RUN_STATUSES } from "@dailies/contract/lists";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import styles from "../clusters.module.css";
import { runsQuery } from "./processing.queries.ts";
import { RunProgress, RunState } from "./run-state.tsx";

const NewRunDialog = lazyPart(async () => (await import("./new-run-dialog.tsx")).NewRunDialog);

const NO_RUNS: readonly ProcessingRun[] = [];
const PAGE_SIZE = 50;

/** Dataset views that were or are processed on this cluster. */
export const ProcessingTab = ({ clusterId }: { clusterId: string }) => {
  const { t } = useTranslation();
  const [isCreating, setIsCreating] = useState(false);
  const [words, setWords] = useState("");
  const [status, setStatus] = useState<ProcessingStatus>();
  const [page, setPage] = useState(1);
  const q = useDebounced(words.trim(), 300);
  const { openId, open } = useDetailParam("run");
  const list = useQuery(
    runsQuery({
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
      cluster_id: clusterId,
      ...(q !== "" && { q }),
      ...(status && { status }),
    }),
  );
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setIsCreating(true)}>
      {t("clusters.processing.new")}
    </Button>
  );
  return (
    <div className={styles.frame}>
      <div className={styles.filters}>
        <Input
          allowClear
          value={words}
          maxLength={200}
          aria-label={t("clusters.processing.search")}
          placeholder={t("clusters.processing.search")}
          onChange={(event) => {
            setWords(event.target.value);
            setPage(1);
          }}
        />
        <Select<ProcessingStatus>
          allowClear
          style={{ width: 160 }}
          value={status ?? null}
          aria-label={t("clusters.job.status")}
          placeholder={t("clusters.job.status")}
          options={RUN_STATUSES.map((value) => ({ value, label: t(`clusters.processing.status.${value}`) }))}
          onChange={(value) => {
            setStatus(value);
            setPage(1);
          }}
        />
        <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
          {t("ui.table.previousPage")}
        </Button>
        <Button disabled={(list.data?.total ?? 0) <= page * PAGE_SIZE} onClick={() => setPage(page + 1)}>
          {t("ui.table.nextPage")}
        </Button>
        {create}
      </div>
      <DataTable
        name={t("clusters.tabs.processing")}
        columns={useRunColumns()}
        rows={list.data?.items ?? NO_RUNS}
        rowKey={({ id }) => id}
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        onOpen={({ id }) => open(id)}
        openKey={openId}
        storageName="processing-runs"
        empty={<EmptyState title={t("clusters.processing.none")}>{t("clusters.processing.noneHint")}</EmptyState>}
      />
      <Suspense fallback={null}>
        {isCreating ? (
          <NewRunDialog clusterId={clusterId} onCreated={(id) => open(id)} onClose={() => setIsCreating(false)} />
        ) : null}
      </Suspense>
    </div>
  );
};

const useRunColumns = (): Column<ProcessingRun>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(
    () => [
      { key: "name", title: t("clusters.processing.name"), widthPx: 200, isFixed: true, render: ({ name }) => name },
      { key: "status", title: t("clusters.job.status"), widthPx: 130, render: (run) => <RunState run={run} /> },
      {
        key: "template",
        title: t("clusters.processing.template"),
        widthPx: 130,
        render: ({ template }) => t(`clusters.processing.templates.${template}.title`),
      },
      {
        key: "source",
        title: t("clusters.processing.source"),
        widthPx: 220,
        render: ({ source }) => `${source.dataset_name}@${source.version} · ${source.view_name}`,
      },
      { key: "progress", title: t("clusters.job.progress"), widthPx: 150, render: (run) => <RunProgress run={run} /> },
      {
        key: "items",
        title: t("clusters.processing.items"),
        widthPx: 90,
        isNumeric: true,
        render: ({ items_total: items }) => (items === null ? t("clusters.none") : formatCount(items, language)),
      },
      { key: "by", title: t("clusters.job.owner"), widthPx: 100, render: ({ created_by: by }) => by },
      {
        key: "created",
        title: t("clusters.processing.created"),
        widthPx: 110,
        render: ({ created_at: at }) => <Time at={at} />,
      },
    ],
    [t, language],
  );
};
