import { PlusOutlined } from "@ant-design/icons";
import type { ProcessingRun } from "@dailies/contract";
import { RUN_STATUSES } from "@dailies/contract/lists";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { FilteredTable, useCursorPages } from "../../../ui/data-table/filtered-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { runsQuery } from "./processing.queries.ts";
import { RunProgress, RunState } from "./run-state.tsx";

const NewRunDialog = lazyPart(async () => (await import("./new-run-dialog.tsx")).NewRunDialog);

const NO_RUNS: readonly ProcessingRun[] = [];
const PAGE_SIZE = 50;

const schema = z.object({
  q: z.string().max(200).optional(),
  status: z.enum(RUN_STATUSES).optional(),
});

/** Dataset views that were or are processed on this cluster. */
export const ProcessingTab = ({ clusterId }: { clusterId: string }) => {
  const { t } = useTranslation();
  const [isCreating, setIsCreating] = useState(false);
  const filters = useUrlFilters(schema);
  const { q, status } = filters.values;
  const pages = useCursorPages({ clusterId, ...filters.values });
  const offset = Number(pages.cursor ?? 0);
  const { openId, open } = useDetailParam("run");
  const list = useQuery(
    runsQuery({ limit: PAGE_SIZE, offset, cluster_id: clusterId, ...(q && { q }), ...(status && { status }) }),
  );
  const nextOffset = offset + PAGE_SIZE;
  return (
    <>
      <FilteredTable
        filters={filters}
        fields={[
          {
            key: "status",
            label: t("clusters.job.status"),
            options: RUN_STATUSES.map((value) => ({ value, label: t(`clusters.processing.status.${value}`) })),
          },
        ]}
        searchLabel={t("clusters.processing.search")}
        pages={pages}
        next={(list.data?.total ?? 0) > nextOffset ? String(nextOffset) : null}
        action={
          <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setIsCreating(true)}>
            {t("clusters.processing.new")}
          </Button>
        }
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
        none={<EmptyState title={t("clusters.processing.none")}>{t("clusters.processing.noneHint")}</EmptyState>}
        noneFound={{ title: t("clusters.processing.noneFound"), hint: t("clusters.recent.noneFoundHint") }}
      />
      <Suspense fallback={null}>
        {isCreating ? (
          <NewRunDialog clusterId={clusterId} onCreated={(id) => open(id)} onClose={() => setIsCreating(false)} />
        ) : null}
      </Suspense>
    </>
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
