import type { LabelTaskDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Space } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { z } from "zod";
import { lazyPart } from "../../lib/lazy-part.ts";
import { labelHistoryAddress, labelTaskAddress } from "../../lib/paths.ts";
import { useCan } from "../../lib/session.ts";
import { GoneScreen, OneOrGone } from "../../shared/one-or-gone.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Page } from "../../ui/page.tsx";
import { useDetailParam } from "../../ui/use-detail-param.ts";
import { EventsTab } from "./history/events-tab.tsx";
import { ItemDrawer } from "./history/item-drawer.tsx";
import { useGoneTask } from "./label-task-screen.tsx";
import { labelTaskQuery } from "./labelling.queries.ts";

const AgreementTab = lazyPart(async () => (await import("./report/agreement-tab.tsx")).AgreementTab);
const QualityTab = lazyPart(async () => (await import("./report/quality-tab.tsx")).QualityTab);
const RevertDayDialog = lazyPart(async () => (await import("./history/revert-day-dialog.tsx")).RevertDayDialog);

const TABS = ["events", "agreement", "quality"] as const;
type Tab = (typeof TABS)[number];

/** What happened in one label task, how far its people agree, and how they work. */
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

const tabAddress = (taskId: string, tab: Tab): string =>
  tab === "events" ? labelHistoryAddress(taskId) : `${labelHistoryAddress(taskId)}?tab=${tab}`;

const History = ({ task }: { task: LabelTaskDetail }) => {
  const { t } = useTranslation();
  // The other tabs are about people, so external users have only the events.
  const isInternal = useCan()("internal");
  const [params] = useSearchParams();
  const tab = (isInternal && TABS.find((each) => each === params.get("tab"))) || "events";
  const detail = useDetailParam("open");
  const open = z.coerce.number().int().positive().safeParse(detail.openId).data;
  return (
    <Page
      isFilling={tab === "events"}
      title={t("labelling.history.title", { name: task.name })}
      about={t("screens.labelHistory.purpose")}
      action={<Actions task={task} />}
      {...(isInternal && {
        tabs: TABS.map((key) => ({ key, title: t(`labelling.historyTabs.${key}`), to: tabAddress(task.id, key) })),
        activeTab: tab,
      })}
    >
      {tab === "events" ? <EventsTab task={task} onOpen={(item) => detail.open(String(item))} /> : null}
      <Suspense fallback={<Skeleton rows={8} />}>
        {tab === "agreement" ? <AgreementTab task={task} /> : null}
        {tab === "quality" ? <QualityTab task={task} /> : null}
      </Suspense>
      <ItemDrawer task={task} item={open} onClose={detail.close} />
    </Page>
  );
};

const Actions = ({ task }: { task: LabelTaskDetail }) => {
  const { t } = useTranslation();
  const canRevert = useCan()("internal") && task.people.length > 0;
  const [isReverting, setIsReverting] = useState(false);
  return (
    <Space>
      {canRevert ? (
        <Button danger onClick={() => setIsReverting(true)}>
          {t("labelling.revert.open")}
        </Button>
      ) : null}
      <LinkButton to={labelTaskAddress(task.id)}>{t("labelling.history.toTask")}</LinkButton>
      {isReverting ? (
        <Suspense>
          <RevertDayDialog task={task} onClose={() => setIsReverting(false)} />
        </Suspense>
      ) : null}
    </Space>
  );
};
