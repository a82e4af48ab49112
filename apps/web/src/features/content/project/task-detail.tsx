import type { ContentFile, ProjectTaskDetail, ProjectTaskItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Detail } from "../../../ui/detail.tsx";
import type { useDetailParam } from "../../../ui/use-detail-param.ts";
import { projectTaskQuery } from "../content.queries.ts";
import { Params, Prompt } from "../facts.tsx";
import { ContentMedia } from "../media/content-media.tsx";
import type { Renewal } from "../media/renewal.ts";
import styles from "./project.module.css";
import { TaskFacts } from "./task-facts.tsx";

interface TaskDetailProps {
  detail: ReturnType<typeof useDetailParam>;
  /** The other tasks on this page. */
  items: readonly ProjectTaskItem[];
  before: number;
  total: number;
}

/** All inputs and outputs of a task. */
export const TaskDetail = ({ detail, items, before, total }: TaskDetailProps) => {
  const { t } = useTranslation();
  const { openId } = detail;
  const task = useQuery({ ...projectTaskQuery(openId ?? ""), enabled: openId !== undefined });
  const index = items.findIndex(({ id }) => id === openId);
  const step = (neighbour: ProjectTaskItem | undefined): (() => void) | undefined =>
    index >= 0 && neighbour ? () => detail.move(neighbour.id) : undefined;
  const renewal = { givenAtMs: task.dataUpdatedAt, renew: () => task.refetch({ cancelRefetch: false }) };
  return (
    <Detail
      isOpen={openId !== undefined}
      title={t("content.task.title", { id: openId ?? "" })}
      widthPx={720}
      onClose={detail.close}
      onPrevious={step(items[index - 1])}
      onNext={step(items[index + 1])}
      position={index < 0 ? undefined : { index: before + index + 1, total }}
      isLoading={task.isPending}
      error={task.data ? undefined : task.error}
      onRetry={() => void task.refetch()}
    >
      {task.data ? <TaskBody key={task.data.id} task={task.data} renewal={renewal} /> : null}
    </Detail>
  );
};

const TaskBody = ({ task, renewal }: { task: ProjectTaskDetail; renewal: Renewal }) => {
  const { t } = useTranslation();
  const files = (kind: "outputs" | "inputs") => (
    <Files title={t(`content.task.${kind}`)} none={t(`content.task.no_${kind}`)} files={task[kind]} renewal={renewal} />
  );
  return (
    <div className={styles.task}>
      {task.error === null ? null : (
        <p role="note" className={styles.fault}>
          {task.error}
        </p>
      )}
      {files("outputs")}
      <Prompt prompt={task.prompt} />
      <TaskFacts task={task} />
      <Params params={task.params} />
      {files("inputs")}
    </div>
  );
};

interface FilesProps {
  title: string;
  none: string;
  files: readonly ContentFile[];
  renewal: Renewal;
}

const Files = ({ title, none, files, renewal }: FilesProps) => {
  const { t } = useTranslation();
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{title}</h3>
      {files.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <ul className={styles.files} data-single={files.length === 1 || undefined}>
          {files.map((file, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: files have no id of their own, only an index.
            <li key={place}>
              <ContentMedia name={t("content.task.file", { title, place: place + 1 })} file={file} renewal={renewal} />
              <span className={styles.fileFacts}>{sizeOf(file)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

const sizeOf = ({ mime, width, height, duration_s: durationS }: ContentFile): string =>
  [
    mime,
    width !== null && height !== null ? `${width}×${height}` : undefined,
    durationS === null ? undefined : `${durationS} s`,
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
