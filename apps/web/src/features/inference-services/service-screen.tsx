import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "../../lib/lazy-part.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { useDetailParam } from "../../ui/use-detail-param.ts";
import { ServicesTab } from "./list/services-tab.tsx";

const CreateDialog = lazyPart(async () => (await import("./create/create-dialog.tsx")).CreateDialog);
const ServiceDrawer = lazyPart(async () => (await import("./detail/service-drawer.tsx")).ServiceDrawer);
const ClustersTab = lazyPart(async () => (await import("./list/clusters-tab.tsx")).ClustersTab);
const SecretsTab = lazyPart(async () => (await import("./secrets/secrets-tab.tsx")).SecretsTab);

const TABS = ["services", "clusters", "secrets"] as const;

/** Inference services, what runs beside them on the clusters, the secrets they use, and a drawer for one service. */
export const Component = () => {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  // A link from a run opens the form of a service for its checkpoint.
  const runId = params.get("for_run") ?? undefined;
  const [isCreating, setIsCreating] = useState(runId !== undefined);
  const { openId, open, close } = useDetailParam("service");
  const tab = TABS.find((name) => name === params.get("tab")) ?? "services";
  return (
    <Page
      isFilling
      title={t("screens.service.title")}
      about={t("screens.service.purpose")}
      action={
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setIsCreating(true)}>
          {t("services.create.action")}
        </Button>
      }
      activeTab={tab}
      tabs={TABS.map((key) => ({
        key,
        title: t(`services.tabs.${key}`),
        to: key === "services" ? "?" : `?tab=${key}`,
      }))}
    >
      <Suspense fallback={<Skeleton rows={8} />}>
        {tab === "services" ? <ServicesTab onCreate={() => setIsCreating(true)} /> : null}
        {tab === "clusters" ? <ClustersTab /> : null}
        {tab === "secrets" ? <SecretsTab /> : null}
      </Suspense>
      <Suspense fallback={null}>
        {isCreating ? <CreateDialog runId={runId} onSaved={open} onClose={() => setIsCreating(false)} /> : null}
        {openId === undefined ? null : <ServiceDrawer key={openId} id={openId} onClose={close} />}
      </Suspense>
    </Page>
  );
};
