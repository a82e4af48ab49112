import type { TaskDetail as Task, TaskItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Detail } from "../../ui/detail.tsx";
import { Mono } from "../../ui/mono.tsx";
import { Time } from "../../ui/time.tsx";
import type { useDetailParam } from "../../ui/use-detail-param.ts";
import type { TaskActs } from "./list/task-menu.tsx";
import { TaskState } from "./list/task-status.tsx";
import { TaskSettings } from "./task-settings.tsx";
import styles from "./tasks.module.css";
import { taskQuery } from "./tasks.queries.ts";

interface TaskDetailProps {
  rows: readonly TaskItem[];
  detail: ReturnType<typeof useDetailParam>;
  acts: TaskActs;
}

/** Drawer for one task whose kind has no screen of its own. */
export const TaskDetail = ({ rows, detail, acts }: TaskDetailProps) => {
  const { openId } = detail;
  const { data, isPending, error, refetch } = useQuery({ ...taskQuery(openId ?? ""), enabled: openId !== undefined });
  const listed = rows.find(({ id }) => id === openId);
  return (
    <Detail
      isOpen={openId !== undefined}
      title={data?.name ?? listed?.name ?? ""}
      onClose={detail.close}
      isLoading={isPending}
      error={data ? undefined : error}
      onRetry={() => void refetch()}
      footer={data ? <Actions task={data} acts={acts} /> : null}
    >
      {data ? <TaskSections task={data} /> : null}
    </Detail>
  );
};

const Actions = ({ task, acts }: { task: Task; acts: TaskActs }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.footer}>
      <Button onClick={() => acts.duplicate(task)}>{t("tasks.row.duplicate")}</Button>
      {task.is_mine ? (
        <Button type="primary" onClick={() => acts.edit(task)}>
          {t("tasks.row.edit")}
        </Button>
      ) : null}
    </div>
  );
};

const TaskSections = ({ task }: { task: Task }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.sections}>
      {task.kind === "DataProcessing" ? <p className={styles.note}>{t("tasks.detail.later")}</p> : null}
      <TaskFacts task={task} />
      <section aria-labelledby="task-description">
        <h3 id="task-description" className={styles.heading}>
          {t("tasks.description")}
        </h3>
        <p className={task.description ? styles.text : styles.quiet}>
          {task.description || t("tasks.detail.noDescription")}
        </p>
      </section>
      {task.kind === "Benchmark" ? null : <TaskSettings settings={task.settings} />}
      <section aria-labelledby="task-members">
        <h3 id="task-members" className={styles.heading}>
          {t("tasks.detail.members")}
        </h3>
        <p className={task.members.length > 0 ? styles.text : styles.quiet}>
          {task.members.map(({ username }) => username).join(", ") || t("tasks.detail.noMembers")}
        </p>
      </section>
    </div>
  );
};

const TaskFacts = ({ task }: { task: Task }) => {
  const { t } = useTranslation();
  return (
    <dl className={styles.facts}>
      <dt>{t("tasks.kind")}</dt>
      <dd>{t(`tasks.kinds.${task.kind}.name`)}</dd>
      <dt>{t("tasks.status")}</dt>
      <dd>
        <TaskState task={task} />
      </dd>
      <dt>{t("tasks.owner")}</dt>
      <dd>{task.owner}</dd>
      <dt>{t("tasks.tags")}</dt>
      <dd>{task.tags.join(", ") || t("tasks.none")}</dd>
      <dt>{t("tasks.updated")}</dt>
      <dd>
        <Time at={task.updated_at} />
      </dd>
      <dt>{t("tasks.created")}</dt>
      <dd>
        <Time at={task.created_at} />
      </dd>
      {task.archived_at === null ? null : (
        <>
          <dt>{t("tasks.detail.archived")}</dt>
          <dd>
            <Time at={task.archived_at} />
          </dd>
        </>
      )}
      <dt>{t("tasks.detail.id")}</dt>
      <dd>
        <Mono value={task.id} />
      </dd>
    </dl>
  );
};
