import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { z } from "zod";
import { PATHS } from "../../lib/paths.ts";
import { type GoneProps, GoneScreen, OneOrGone } from "../../shared/one-or-gone.tsx";
import { ChooseTask } from "./choose-task.tsx";
import { CompareTasks } from "./compare/compare-tasks.tsx";
import { evaluationQuery } from "./leaderboards.queries.ts";
import { TaskResults } from "./task-results.tsx";

const isId = (text: string): boolean => z.uuid().safeParse(text).success;

/** The results of a task's models, and their certainty. */
export const Component = () => {
  const [params] = useSearchParams();
  const taskId = params.get("task");
  const compared = params.get("compare");
  if (compared !== null) return <CompareTasks ids={[...new Set(compared.split(","))].filter(isId)} />;
  if (taskId === null) return <ChooseTask />;
  return isId(taskId) ? <OneTask key={taskId} taskId={taskId} /> : <Gone />;
};

const OneTask = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  const query = useQuery(evaluationQuery(taskId));
  return (
    <OneOrGone {...useGone()} query={query} failed={t("leaderboards.failed")}>
      {(evaluation) => <TaskResults evaluation={evaluation} />}
    </OneOrGone>
  );
};

const useGone = (): GoneProps => {
  const { t } = useTranslation();
  return {
    title: t("screens.taskBenchmark.title"),
    about: t("screens.taskBenchmark.purpose"),
    gone: {
      title: t("leaderboards.gone"),
      hint: t("leaderboards.goneHint"),
      link: { to: PATHS.taskManage, words: t("leaderboards.toTasks") },
    },
  };
};

const Gone = () => <GoneScreen {...useGone()} />;
