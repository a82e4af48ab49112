import type { LabelTaskDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { z } from "zod";
import { ApiError } from "../../lib/api/api-error.ts";
import { useIsOnline } from "../../lib/live/online.ts";
import { PATHS } from "../../lib/paths.ts";
import { useCurrentUser } from "../../lib/session.ts";
import { GoneScreen, OneOrGone } from "../../shared/one-or-gone.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { labelTaskQuery } from "./labelling.queries.ts";
import { NotOpen } from "./workspace/not-open.tsx";
import { NothingLeft } from "./workspace/nothing-left.tsx";
import { type Labelling, useLabelling } from "./workspace/use-labelling.ts";
import { Workspace } from "./workspace/workspace.tsx";

/** Where leaving leads: external users have no list of tasks, only their Home. */
const useWayBack = () => {
  const { t } = useTranslation();
  return useCurrentUser().is_external
    ? { to: PATHS.home, words: t("labelling.toHome") }
    : { to: PATHS.labelTasks, words: t("labelling.toList") };
};

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

const OneTask = ({ task }: { task: LabelTaskDetail }) =>
  NOT_YET.includes(task.status) ? (
    <TaskPage task={task}>
      <NotOpen task={task} />
    </TaskPage>
  ) : (
    <Labels task={task} />
  );

const Labels = ({ task }: { task: LabelTaskDetail }) => {
  const labelling = useLabelling(task);
  if (labelling.item) return <Workspace task={task} labelling={labelling} item={labelling.item} />;
  return (
    <TaskPage task={task}>
      <Between task={task} labelling={labelling} />
    </TaskPage>
  );
};

const TaskPage = ({ task, children }: { task: LabelTaskDetail; children: React.ReactNode }) => {
  const { t } = useTranslation();
  const { to, words } = useWayBack();
  return (
    <Page title={task.name} about={t("screens.labelTask.purpose")} action={<Link to={to}>{words}</Link>}>
      {children}
    </Page>
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
