import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import styles from "../features/developer-desk/desk.module.css";
import { healthQuery } from "../features/developer-desk/developer-desk.queries.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import { PATHS } from "../lib/paths.ts";
import { useKey } from "../lib/use-key.ts";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { Page } from "../ui/page.tsx";
import { SCREEN_KEYS } from "./frame/keys.ts";

// Load each tab lazily, when it is first opened.
const EnginesPanel = lazyPart(async () => (await import("../features/developer-desk/engines-panel.tsx")).EnginesPanel);
const BuildPanel = lazyPart(async () => (await import("../features/developer-desk/build-panel.tsx")).BuildPanel);
const ReferencePanel = lazyPart(
  async () => (await import("../features/developer-desk/reference-panel.tsx")).ReferencePanel,
);
const SessionsPanel = lazyPart(async () => (await import("../features/auth/sessions-panel.tsx")).SessionsPanel);
const GalleryPanel = lazyPart(
  async () => (await import("../features/developer-desk/gallery/gallery-panel.tsx")).GalleryPanel,
);
const SwitchesPanel = lazyPart(
  async () => (await import("../features/developer-desk/switches-panel.tsx")).SwitchesPanel,
);

const TABS = ["engines", "build", "reference", "sessions", "parts", "switches"] as const;
type Tab = (typeof TABS)[number];

const PANELS: Record<Tab, () => ReactNode> = {
  engines: () => <EnginesPanel />,
  build: () => <BuildPanel />,
  reference: () => <ReferencePanel />,
  sessions: () => (
    <div className={styles.card}>
      <SessionsPanel />
    </div>
  ),
  parts: () => <GalleryPanel />,
  switches: () => <SwitchesPanel />,
};

const addressOf = (tab: Tab): string => `${PATHS.developerDesk}?tab=${tab}`;

/** Opens the engines tab and refetches, from any tab. */
const useCheckEngines = (): (() => void) => {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return () => {
    void navigate(addressOf("engines"), { replace: true });
    void cache.prefetchQuery({ ...healthQuery, staleTime: 0 });
  };
};

const isTab = (value: string | null): value is Tab => TABS.some((tab) => tab === value);

/** Diagnostics for developers of a running console. Each tab has its own URL. */
export const Component = () => {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  useKey(SCREEN_KEYS.developerDesk.refresh.keys, useCheckEngines());
  const asked = search.get("tab");
  const active = isTab(asked) ? asked : "engines";
  const tabs = TABS.map((tab) => ({ key: tab, title: t(`desk.tabs.${tab}`), to: addressOf(tab) }));
  return (
    <Page
      title={t("screens.developerDesk.title")}
      about={t("screens.developerDesk.purpose")}
      tabs={tabs}
      activeTab={active}
    >
      <Suspense fallback={<Skeleton rows={8} />}>{PANELS[active]()}</Suspense>
    </Page>
  );
};
