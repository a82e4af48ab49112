import { ArrowLeftOutlined } from "@ant-design/icons";
import { MAX_PAGE_SIZE } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { z } from "zod";
import { ApiError } from "../../../lib/api/api-error.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { Page } from "../../../ui/page.tsx";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { projectTasksQuery } from "../content.queries.ts";
import { useContentLinks } from "../content-address.ts";
import { renewIfOld } from "../media/renewal.ts";
import styles from "./project.module.css";
import { ProjectHeader } from "./project-header.tsx";
import { taskColumns } from "./task-columns.tsx";
import { TaskDetail } from "./task-detail.tsx";

const paging = z.object({
  tasks_page: z.coerce.number().int().positive().max(1e7).default(1),
  tasks_size: z.coerce.number().int().positive().max(MAX_PAGE_SIZE).default(50),
});

const keyOf = ({ id }: { id: string }): string => id;
const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** A project of an end user: its owner and all its tasks. */
export const ProjectPage = ({ projectId }: { projectId: string }) => {
  const { t, i18n } = useTranslation();
  const go = useNavigate();
  const { toWall } = useContentLinks();
  const { values, set } = useUrlFilters(paging);
  const { tasks_page: page, tasks_size: pageSize } = values;
  const tasks = useQuery(projectTasksQuery(projectId, { limit: pageSize, offset: (page - 1) * pageSize }));
  const detail = useDetailParam("task");
  const { dataUpdatedAt: givenAtMs, refetch } = tasks;
  const columns = useMemo(() => {
    const renewal = { givenAtMs, renew: () => refetch({ cancelRefetch: false }) };
    return taskColumns(t, i18n.language, () => renewIfOld(renewal));
  }, [t, i18n.language, givenAtMs, refetch]);
  const { project, items = [], total = 0 } = tasks.data ?? {};
  const back = (
    <Button icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={() => void go(toWall)}>
      {t("content.project.toWall")}
    </Button>
  );
  if (isUnknown(tasks.error))
    return (
      <Page title={t("content.project.title")} about={t("content.project.about")}>
        <EmptyState picture="lens" title={t("content.project.unknown")} action={back}>
          {t("content.project.unknownHint", { id: projectId })}
        </EmptyState>
      </Page>
    );
  return (
    <Page
      isFilling
      title={project ? project.name || t("content.project.untitled") : t("content.project.title")}
      about={t("content.project.about")}
      action={back}
    >
      <ProjectHeader project={project} projectId={projectId} />
      <div className={styles.table}>
        <DataTable
          name={t("content.project.tasks")}
          columns={columns}
          rows={items}
          rowKey={keyOf}
          isLoading={tasks.isFetching}
          error={tasks.error}
          onRetry={() => void tasks.refetch()}
          paging={{
            page,
            pageSize,
            total,
            maxPageSize: MAX_PAGE_SIZE,
            onChange: (next, size) => set({ tasks_page: next, tasks_size: size }),
          }}
          onOpen={({ id }) => detail.open(id)}
          openKey={detail.openId}
          storageName="content-tasks"
          empty={<EmptyState title={t("content.project.empty")}>{t("content.project.emptyHint")}</EmptyState>}
        />
      </div>
      <TaskDetail detail={detail} items={items} before={(page - 1) * pageSize} total={total} />
    </Page>
  );
};
