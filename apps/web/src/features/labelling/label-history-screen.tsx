import type { LabelEvent, LabelTaskDetail } from "@dailies/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { z } from "zod";
import { labelTaskAddress } from "../../lib/paths.ts";
import { GoneScreen, OneOrGone } from "../../shared/one-or-gone.tsx";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FilterBar } from "../../ui/filters/filter-bar.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Page } from "../../ui/page.tsx";
import { useDetailParam } from "../../ui/use-detail-param.ts";
import { useEventColumns } from "./history/event-columns.tsx";
import styles from "./history/history.module.css";
import { type HistoryFilters, toEventsQuery, useHistoryFields, useHistoryFilters } from "./history/history-filters.ts";
import { ItemDrawer } from "./history/item-drawer.tsx";
import { useGoneTask } from "./label-task-screen.tsx";
import { labelEventsQuery, labelTaskQuery } from "./labelling.queries.ts";

/** Everything that happened in one label task, newest first. */
export const Component = () => {
  const { t } = useTranslation();
  const { taskId = "" } = useParams();
  const isId = z.uuid().safeParse(taskId).success;
  const query = useQuery({ ...labelTaskQuery(taskId), enabled: isId });
  const screen = {
    title: t("screens.labelHistory.title"),
    about: t("screens.labelHistory.purpose"),
    gone: useGoneTask(),
  };
  if (!isId) return <GoneScreen {...screen} />;
  return (
    <OneOrGone query={query} failed={t("labelling.taskFailed")} {...screen}>
      {(task) => <History key={task.id} task={task} />}
    </OneOrGone>
  );
};

const keyOf = ({ item, n }: LabelEvent): string => `${item}-${n}`;

const History = ({ task }: { task: LabelTaskDetail }) => {
  const { t } = useTranslation();
  const filters = useHistoryFilters();
  const list = useInfiniteQuery(labelEventsQuery(task.id, toEventsQuery(filters.values)));
  const detail = useDetailParam("open");
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const open = z.coerce.number().int().positive().safeParse(detail.openId).data;
  return (
    <Page
      isFilling
      title={t("labelling.history.title", { name: task.name })}
      about={t("screens.labelHistory.purpose")}
      action={<LinkButton to={labelTaskAddress(task.id)}>{t("labelling.history.toTask")}</LinkButton>}
    >
      <FilterBar
        filters={filters}
        fields={useHistoryFields(task)}
        searchKey="item"
        searchLabel={t("labelling.history.itemNumber")}
      />
      <DataTable
        name={t("labelling.history.list")}
        columns={useEventColumns()}
        rows={rows}
        rowKey={keyOf}
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        onOpen={({ item }) => detail.open(String(item))}
        storageName="label-history"
        empty={<NoEvents filters={filters} />}
      />
      {list.hasNextPage ? (
        <div className={styles.more}>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t("labelling.history.more")}
          </Button>
        </div>
      ) : null}
      <ItemDrawer task={task} item={open} onClose={detail.close} />
    </Page>
  );
};

const NoEvents = ({ filters }: { filters: HistoryFilters }) => {
  const { t } = useTranslation();
  if (filters.changed.length === 0)
    return <EmptyState title={t("labelling.history.none")}>{t("labelling.history.noneHint")}</EmptyState>;
  return (
    <EmptyState
      picture="lens"
      title={t("labelling.history.noneFound")}
      action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
    >
      {t("labelling.history.noneFoundHint")}
    </EmptyState>
  );
};
