import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { z } from "zod";
import { ApiError } from "../../lib/api/api-error.ts";
import { useLiveState } from "../../lib/live/live.ts";
import { PATHS } from "../../lib/paths.ts";
import { type GoneProps, GoneScreen, OneOrGone } from "../../shared/one-or-gone.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Page } from "../../ui/page.tsx";
import { BenchmarkWorkspace } from "./benchmark-workspace.tsx";
import { benchmarkQuery, pollMsOf } from "./benchmarks.queries.ts";
import { ChooseBenchmark } from "./choose-benchmark.tsx";

/** The grid of one benchmark: prompts as rows, performers as columns, clips as cells. */
export const Component = () => {
  const [params] = useSearchParams();
  const taskId = params.get("task");
  if (taskId === null) return <ChooseBenchmark />;
  return z.uuid().safeParse(taskId).success ? <OneBenchmark key={taskId} taskId={taskId} /> : <Gone />;
};

/** Cached data of an earlier visit has missed live events since: show it, and refetch. */
const useFreshLook = (taskId: string): void => {
  const client = useQueryClient();
  useState(() => void client.invalidateQueries({ queryKey: ["benchmarks", taskId], refetchType: "none" }));
};

const OneBenchmark = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  useFreshLook(taskId);
  const isLive = useLiveState() === "live";
  const query = useQuery({
    ...benchmarkQuery(taskId),
    refetchInterval: ({ state }) => pollMsOf(state.data, isLive),
  });
  const gone = useGone();
  if (isRefused(query.error)) return <Blinded taskId={taskId} />;
  return (
    <OneOrGone {...gone} query={query} failed={t("benchmarks.failed")}>
      {(task) => <BenchmarkWorkspace task={task} />}
    </OneOrGone>
  );
};

/** Who may use this area may read every grid, except those whose clips they judge. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

const Blinded = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  return (
    <Page title={t("screens.taskGenerate.title")} about={t("screens.taskGenerate.purpose")}>
      <EmptyState
        title={t("benchmarks.blinded")}
        action={
          <LinkButton isPrimary to={`${PATHS.evaluating}?task=${taskId}`}>
            {t("benchmarks.judge")}
          </LinkButton>
        }
      >
        {t("benchmarks.blindedHint")}
      </EmptyState>
    </Page>
  );
};

const useGone = (): GoneProps => {
  const { t } = useTranslation();
  return {
    title: t("screens.taskGenerate.title"),
    about: t("screens.taskGenerate.purpose"),
    gone: {
      title: t("benchmarks.gone"),
      hint: t("benchmarks.goneHint"),
      link: { to: PATHS.taskManage, words: t("benchmarks.toTasks") },
    },
  };
};

const Gone = () => <GoneScreen {...useGone()} />;
