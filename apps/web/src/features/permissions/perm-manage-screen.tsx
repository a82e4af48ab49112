import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCan } from "../../lib/session.ts";
import { WaitingApprovals } from "../../shared/approvals/waiting-approvals.tsx";
import { Page } from "../../ui/page.tsx";
import { CodeDialog } from "./codes/code-dialog.tsx";
import { CodesPanel } from "./codes/codes-panel.tsx";
import { PermissionMatrix } from "./permission-matrix.tsx";

const TABS = ["codes", "matrix"] as const;

/** Permission codes and their holders. */
export const Component = () => {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const mayChange = useCan()({ permission: "PERM_MANAGE_W" });
  const [isCreating, setIsCreating] = useState(false);
  const active = TABS.find((tab) => tab === search.get("tab")) ?? "codes";
  return (
    <Page
      isFilling
      title={t("screens.permManage.title")}
      about={t("screens.permManage.purpose")}
      tabs={TABS.map((tab) => ({ key: tab, title: t(`permissions.tabs.${tab}`), to: `/perm-manage?tab=${tab}` }))}
      activeTab={active}
      action={
        mayChange && active === "codes" ? (
          <Button type="primary" onClick={() => setIsCreating(true)}>
            {t("permissions.create.open")}
          </Button>
        ) : undefined
      }
    >
      <WaitingApprovals kind="permission" />
      {active === "codes" ? <CodesPanel mayChange={mayChange} /> : <PermissionMatrix mayChange={mayChange} />}
      {isCreating ? <CodeDialog onClose={() => setIsCreating(false)} /> : null}
    </Page>
  );
};
