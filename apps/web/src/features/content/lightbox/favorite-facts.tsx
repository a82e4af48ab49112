import type { FavoriteItem } from "@dailies/contract";
import { PLATFORM_ACCESS } from "@dailies/contract/platform-access";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AllowedLink } from "../../../shared/allowed-link.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { projectTaskQuery } from "../content.queries.ts";
import { endUserAddress, useContentLinks } from "../content-address.ts";
import { AuditStatus } from "../content-status.tsx";
import { Facts, Params, Prompt } from "../facts.tsx";
import styles from "./lightbox.module.css";

/** The favourite's author, model, prompt and project. */
export const FavoriteFacts = ({ item }: { item: FavoriteItem }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.facts}>
      <Verdict item={item} />
      <Prompt prompt={item.prompt} />
      <Facts
        facts={[
          {
            label: t("content.user"),
            value: (
              <AllowedLink to={endUserAddress(item.user_email)} access={PLATFORM_ACCESS.endUsers}>
                {item.user_email}
              </AllowedLink>
            ),
            isWide: true,
          },
          { label: t("content.model"), value: item.model || "–" },
          { label: t("content.source"), value: item.source },
          { label: t("content.visibility.label"), value: t(`content.visibility.${item.visibility}`) },
          { label: t("content.favorited"), value: <Time at={item.favorited_at} /> },
          { label: t("content.consent.label"), value: t(`content.consent.${item.has_consented ? "given" : "none"}`) },
          ...placeFacts(item, useContentLinks(), t("content.project.label"), t("content.task.label")),
        ]}
      />
      {item.task_id === null ? null : <MadeBy taskId={item.task_id} />}
    </div>
  );
};

const placeFacts = (
  { project_id: project, project_name: name, task_id: task }: FavoriteItem,
  { toProject, toTask }: ReturnType<typeof useContentLinks>,
  projectLabel: string,
  taskLabel: string,
) => {
  if (project === null) return [];
  return [
    { label: projectLabel, value: <Link to={toProject(project)}>{name || project}</Link> },
    task === null ? null : { label: taskLabel, value: <Link to={toTask(project, task)}>{task}</Link> },
  ];
};

const Verdict = ({ item }: { item: FavoriteItem }) => {
  const { t } = useTranslation();
  return (
    <p className={styles.verdict} aria-live="polite">
      <AuditStatus status={item.audit_status} />
      {item.audited_by !== null && item.audited_at !== null ? (
        <span className={styles.quiet}>
          {t("content.auditedBy", { who: item.audited_by })} <Time at={item.audited_at} />
        </span>
      ) : null}
    </p>
  );
};

/** Seed and parameters belong to the task, which is fetched only when shown. */
const MadeBy = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  const task = useQuery(projectTaskQuery(taskId));
  if (task.error)
    return (
      <ErrorPanel
        isCompact
        title={t("content.task.failed")}
        error={task.error}
        onRetry={() => void task.refetch()}
        isRetrying={task.isFetching}
      />
    );
  if (!task.data) return <Skeleton rows={3} />;
  const { seed, params } = task.data;
  return (
    <>
      <Facts
        facts={[
          {
            label: t("content.seed"),
            value: seed === null ? t("content.noSeed") : <Mono value={String(seed)} copyAs={t("content.seedCopy")} />,
          },
        ]}
      />
      <Params params={params} />
    </>
  );
};
