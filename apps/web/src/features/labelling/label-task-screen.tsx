import type { LabelTaskDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { z } from "zod";
import { ApiError } from "../../lib/api/api-error.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useIsOnline } from "../../lib/live/online.ts";
import { useCan } from "../../lib/session.ts";
import { GoneScreen, OneOrGone } from "../../shared/one-or-gone.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { labelTaskQuery } from "./labelling.queries.ts";
import { NotOpen } from "./workspace/not-open.tsx";
import { NothingLeft } from "./workspace/nothing-left.tsx";
import { TaskPage, useWayBack } from "./workspace/task-page.tsx";
import { type Labelling, useLabelling } from "./workspace/use-labelling.ts";
import { Workspace } from "./workspace/workspace.tsx";

/** The texts of a task that does not exist, or was not shared with the user. */
export const useGoneTask = () => {
  const { t } = useTranslation();
  const link = useWayBack();
  return { title: t("labelling.gone.title"), hint: t("labelling.gone.hint"), link };
};

/** Labels one task, item by item. */
export const Component = () => {
  const { t } = useTranslation();
  const { taskId = "" } = useParams();
  const isId = z.uuid().safeParse(taskId).success;
  const query = useQuery({ ...labelTaskQuery(taskId), enabled: isId });
  const screen = { title: t("screens.labelTask.title"), about: t("screens.labelTask.purpose"), gone: useGoneTask() };
  if (!isId) return <GoneScreen {...screen} />;
  return (
    <OneOrGone query={query} failed={t("labelling.taskFailed")} {...screen}>
      {(task) => <OneTask key={task.id} task={task} />}
    </OneOrGone>
  );
};

const NOT_YET = ["Draft", "Filling", "Failed"];

/** Few people review, so that everybody else loads neither mode. */
const MODES = {
  review: lazyPart(async () => (await import("./review/review-mode.tsx")).ReviewMode),
  adjudicate: lazyPart(async () => (await import("./review/adjudication-mode.tsx")).AdjudicationMode),
} as const;

const isMode = (mode: string | null): mode is keyof typeof MODES => mode === "review" || mode === "adjudicate";

const OneTask = ({ task }: { task: LabelTaskDetail }) => {
  const [params] = useSearchParams();
  const isInternal = useCan()("internal");
  const mode = params.get("mode");
  if (NOT_YET.includes(task.status))
    return (
      <TaskPage task={task}>
        <NotOpen task={task} />
      </TaskPage>
    );
  if (!isInternal || !isMode(mode)) return <Labels task={task} />;
  const Mode = MODES[mode];
  return (
    <Suspense fallback={<Skeleton rows={10} />}>
      <Mode key={mode} task={task} />
    </Suspense>
  );
};

const Labels = ({ task }: { task: LabelTaskDetail }) => {
  const labelling = useLabelling(task);
  if (labelling.item) return <Workspace task={task} labelling={labelling} item={labelling.item} />;
  return (
    <TaskPage task={task}>
      <Between task={task} labelling={labelling} />
    </TaskPage>
  );
};

/** No current item: loading, none available now, or finished. */
const Between = ({ task, labelling }: { task: LabelTaskDetail; labelling: Labelling }) => {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const { refill, queue, mail } = labelling;
  if (refill.error) return <Refused labelling={labelling} />;
  if (queue.isExhausted) return <NothingLeft task={task} labelling={labelling} />;
  if (isOnline) return <Skeleton rows={10} />;
  return (
    <EmptyState title={t("labelling.offline.title")}>
      {t("labelling.offline.nothing", { count: mail.waiting })}
    </EmptyState>
  );
};

const GONE = [403, 404];

const Refused = ({ labelling: { refill } }: { labelling: Labelling }) => {
  const { t } = useTranslation();
  const gone = useGoneTask();
  const { error } = refill;
  if (error instanceof ApiError && GONE.includes(error.status)) {
    return (
      <EmptyState picture="lens" title={gone.title} action={<Link to={gone.link.to}>{gone.link.words}</Link>}>
        {gone.hint}
      </EmptyState>
    );
  }
  return (
    <ErrorPanel
      title={t("labelling.claimFailed")}
      error={error}
      isRetrying={refill.isClaiming}
      onRetry={refill.retry}
    />
  );
};
