import type { Access } from "@dailies/contract";
import { PLATFORM_ACCESS } from "@dailies/contract/platform-access";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../lib/session.ts";
import { Page } from "../../ui/page.tsx";
import { BulkTab } from "./bulk/bulk-tab.tsx";
import { ChecksTab } from "./checks/checks-tab.tsx";
import { CredentialsTab } from "./credentials/credentials-tab.tsx";
import { HoldsTab } from "./holds/holds-tab.tsx";
import { PaymentsTab } from "./payments/payments-tab.tsx";
import { TOOL_TABS, type ToolsAddress, type ToolTab, useToolsAddress } from "./use-tools-address.ts";

const BODIES: Record<ToolTab, (address: ToolsAddress) => ReactNode> = {
  checks: (address) => <ChecksTab address={address} />,
  holds: (address) => <HoldsTab address={address} />,
  bulk: () => <BulkTab />,
  payments: (address) => <PaymentsTab address={address} />,
  credentials: (address) => <CredentialsTab address={address} />,
};

const ACCESS: Record<ToolTab, Access> = {
  checks: PLATFORM_ACCESS.operators,
  holds: PLATFORM_ACCESS.operators,
  bulk: PLATFORM_ACCESS.changeCredits,
  payments: PLATFORM_ACCESS.operators,
  credentials: PLATFORM_ACCESS.operators,
};

/** Tabs whose table scrolls internally. */
const FILLING: readonly ToolTab[] = ["holds", "payments", "credentials"];

/** /platform/tools: occasional operator tasks, each with a preview before anything is done. */
export const Component = () => {
  const { t } = useTranslation();
  const address = useToolsAddress();
  const can = useCan();
  const open = TOOL_TABS.filter((key) => can(ACCESS[key]));
  const tab = open.find((key) => key === address.values.tab) ?? open[0] ?? "bulk";
  return (
    <Page
      title={t("screens.platformTools.title")}
      about={t("screens.platformTools.purpose")}
      isFilling={FILLING.includes(tab)}
      tabs={open.map((key) => ({
        key,
        title: t(`tools.tabs.${key}`),
        to: key === "checks" ? "?" : `?tab=${key}`,
      }))}
      activeTab={tab}
    >
      {BODIES[tab](address)}
    </Page>
  );
};
