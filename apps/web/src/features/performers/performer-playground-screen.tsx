import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { performersQuery } from "../../shared/performer-picker/performers.query.ts";
import { formatCount } from "../../ui/format.ts";
import { Page } from "../../ui/page.tsx";
import { useLiveCalls } from "./calls/use-live-calls.ts";
import { HistoryTab } from "./history/history-tab.tsx";
import { playgroundAddress, TABS, type TabKey } from "./paths.ts";
import { PlaygroundTab } from "./playground/playground-tab.tsx";
import { RegistryTab } from "./registry/registry-tab.tsx";

/** /performer-playground: try a performer with all its inputs, browse all jobs, and edit the performer registry. */
export const Component = () => {
  const { t, i18n } = useTranslation();
  const go = useNavigate();
  const [params] = useSearchParams();
  const active = TABS.find((tab) => tab === params.get("tab")) ?? "bench";
  const { data } = useQuery(performersQuery);
  useLiveCalls();
  return (
    <Page
      isFilling
      title={t("screens.performerPlayground.title")}
      about={t("screens.performerPlayground.purpose")}
      action={
        active === "performers" ? (
          <Button type="primary" onClick={() => void go(playgroundAddress({ tab: "performers", edit: "new" }))}>
            {t("performers.registry.create")}
          </Button>
        ) : undefined
      }
      activeTab={active}
      tabs={TABS.map((tab) => ({
        key: tab,
        title: t(`performers.tabs.${tab}`),
        to: playgroundAddress({ tab }),
        ...(tab === "performers" && data && { count: formatCount(data.total, i18n.language) }),
      }))}
    >
      <TabBody tab={active} />
    </Page>
  );
};

const TabBody = ({ tab }: { tab: TabKey }) => {
  if (tab === "history") return <HistoryTab />;
  return tab === "performers" ? <RegistryTab /> : <PlaygroundTab />;
};
