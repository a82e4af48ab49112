import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { z } from "zod";
import { ApiError } from "../../lib/api/api-error.ts";
import { useLiveState } from "../../lib/live/live.ts";
import { PATHS } from "../../lib/paths.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { BenchmarkWorkspace } from "./benchmark-workspace.tsx";
import { benchmarkQuery, pollMsOf } from "./benchmarks.queries.ts";
import { ChooseBenchmark } from "./choose-benchmark.tsx";

/** The grid of one benchmark: prompts down, performers across, clips in between. */
export const Component = () => {
  const [params] = useSearchParams();
  const taskId = params.get("task");
  if (taskId === null) return <ChooseBenchmark />;
  return z.uuid().safeParse(taskId).success ? <OneBenchmark key={taskId} taskId={taskId} /> : <Gone />;
};

/** What is left of an earlier visit has missed all that was told since: it is shown, and read again. */
const useFreshLook = (taskId: string): void => {
  const client = useQueryClient();
  useState(() => void client.invalidateQueries({ queryKey: ["benchmarks", taskId], refetchType: "none" }));
};

const OneBenchmark = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  useFreshLook(taskId);
  const isLive = useLiveState() === "live";
  const found = useQuery({
    ...benchmarkQuery(taskId),
    refetchInterval: ({ state }) => pollMsOf(state.data, isLive),
  });
  if (found.data) return <BenchmarkWorkspace task={found.data} />;
  if (found.error instanceof ApiError && found.error.status === 404) return <Gone />;
  return (
    <Page title={t("screens.taskGenerate.title")} about={t("screens.taskGenerate.purpose")}>
      {found.error ? (
        <ErrorPanel
          title={t("benchmarks.failed")}
          error={found.error}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Skeleton rows={12} />
      )}
    </Page>
  );
};

const Gone = () => {
  const { t } = useTranslation();
  return (
    <Page title={t("screens.taskGenerate.title")} about={t("screens.taskGenerate.purpose")}>
      <EmptyState
        picture="lens"
        title={t("benchmarks.gone")}
        action={<Link to={PATHS.taskManage}>{t("benchmarks.toTasks")}</Link>}
      >
        {t("benchmarks.goneHint")}
      </EmptyState>
    </Page>
  );
};
