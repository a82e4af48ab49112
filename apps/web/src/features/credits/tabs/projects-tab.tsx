import type { ProjectItem } from "@dailies/contract";
import { PLATFORM_ACCESS } from "@dailies/contract/platform-access";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../../lib/paths.ts";
import { AllowedLink } from "../../../shared/allowed-link.tsx";
import { RangeBar } from "../../../shared/time-span/range-bar.tsx";
import { localZone } from "../../../shared/time-span/zone.ts";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatCount } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { projectsQuery } from "../credits.queries.ts";
import { Moment } from "./cells.tsx";
import { listQueryOf } from "./list-query.ts";
import type { ListTabProps } from "./list-tab.ts";
import { UserList } from "./user-list.tsx";

const keyOf = ({ id }: ProjectItem): string => id;

const projectColumns = (t: TFunction, locale: string): Column<ProjectItem>[] => [
  {
    key: "name",
    title: t("credits.columns.project"),
    widthPx: 240,
    isFixed: true,
    render: ({ id, name }) => (
      <AllowedLink
        to={`${PATHS.platformContent}?${new URLSearchParams({ project: id })}`}
        access={PLATFORM_ACCESS.content}
      >
        {name || id}
      </AllowedLink>
    ),
  },
  { key: "id", title: t("credits.columns.id"), widthPx: 180, render: ({ id }) => <Mono value={id} /> },
  {
    key: "tasks",
    title: t("credits.columns.tasks"),
    widthPx: 90,
    isNumeric: true,
    render: (row) => formatCount(row.task_count, locale),
  },
  {
    key: "credits",
    title: t("credits.columns.spent"),
    widthPx: 120,
    isNumeric: true,
    render: (row) => formatCount(row.credits_spent, locale),
  },
  {
    key: "created",
    title: t("credits.columns.created", { zone: localZone() }),
    widthPx: 164,
    render: (row) => <Moment at={row.created_at} />,
  },
  {
    key: "active",
    title: t("credits.columns.lastActivity", { zone: localZone() }),
    widthPx: 164,
    render: (row) => <Moment at={row.last_activity} />,
  },
];

export const ProjectsTab = (tab: ListTabProps) => {
  const { t, i18n } = useTranslation();
  const list = useQuery(projectsQuery(listQueryOf(tab)));
  const columns = useMemo(() => projectColumns(t, i18n.language), [t, i18n.language]);
  return (
    <>
      <RangeBar range={tab.address.range} onChange={tab.address.setRange} />
      <UserList kind="projects" columns={columns} rowKey={keyOf} list={list} address={tab.address} />
    </>
  );
};
