import type { Access, CreditLot, creditsRoutes, PlanItem, RouteResult } from "@dailies/contract";
import { PLATFORM_ACCESS } from "@dailies/contract/platform-access";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../lib/session.ts";
import { useKey } from "../../lib/use-key.ts";
import { useOperatorAct } from "../../shared/operator-check.ts";
import { PageTabs } from "../../ui/page.tsx";
import { useNow } from "../../ui/use-now.ts";
import { useCreditActs } from "./actions/credit-acts.tsx";
import { GrantDialog } from "./actions/grant-dialog.tsx";
import { OutcomeStrip } from "./actions/outcome-strip.tsx";
import { UnsubscribeDialog } from "./actions/unsubscribe-dialog.tsx";
import { VoidDialog, type VoidTarget } from "./actions/void-dialog.tsx";
import { AddressHeader, BalanceHeader } from "./balance-header.tsx";
import { ConsumptionTab } from "./consumption/consumption-tab.tsx";
import { CREDITS_KEYS } from "./credits.shortcuts.ts";
import { CreditsTab } from "./tabs/credits-tab.tsx";
import { PaymentsTab } from "./tabs/payments-tab.tsx";
import { ProjectsTab } from "./tabs/projects-tab.tsx";
import { SubscriptionsTab } from "./tabs/subscriptions-tab.tsx";
import { USER_TABS, type UserAddress, type UserTab } from "./use-user-address.ts";

type FoundUser = RouteResult<typeof creditsRoutes.getCredits>;
type OpenDialog = { kind: "grant" } | { kind: "void"; target: VoidTarget } | { kind: "unsubscribe"; plan: PlanItem };

const TAB_ACCESS: Record<UserTab, Access> = {
  credits: PLATFORM_ACCESS.credits,
  payments: PLATFORM_ACCESS.payments,
  subscriptions: PLATFORM_ACCESS.subscriptions,
  consumption: PLATFORM_ACCESS.consumption,
  projects: PLATFORM_ACCESS.projects,
};

interface EndUserPanelProps {
  email: string;
  /** Absent for readers of some lists who may not see the account. */
  found: FoundUser | undefined;
  address: UserAddress;
}

/** The balance, then the tabs with the user's lists. */
export const EndUserPanel = ({ email, found, address }: EndUserPanelProps) => {
  const { t } = useTranslation();
  const can = useCan();
  const canGrant = can(PLATFORM_ACCESS.changeCredits);
  const tabs = USER_TABS.filter((key) => can(TAB_ACCESS[key]));
  const tab = tabs.find((key) => key === address.tab) ?? tabs[0] ?? "credits";
  const { grant } = useCreditActs();
  const [dialog, setDialog] = useState<OpenDialog>();
  const change = useOperatorAct(setDialog, PLATFORM_ACCESS.changeCredits);
  const cancel = useOperatorAct(setDialog);
  const open = (next: OpenDialog): void => (next.kind === "unsubscribe" ? cancel(next) : change(next));
  // A dialog that finishes closing must not close the one opened after it.
  const close = (gone: OpenDialog): void => setDialog((now) => (now === gone ? undefined : now));
  const onGrant = grant.unanswered || !canGrant ? undefined : () => open({ kind: "grant" });
  useKey(CREDITS_KEYS.grant.keys, () => onGrant?.());
  return (
    <>
      <OutcomeStrip onUndo={(target) => open({ kind: "void", target })} />
      {found ? <BalanceHeader {...found} canGrant={canGrant} onGrant={onGrant} /> : <AddressHeader email={email} />}
      <PageTabs
        name={found?.user.email ?? email}
        activeTab={tab}
        tabs={tabs.map((key) => ({ key, title: t(`credits.tabs.${key}`), to: address.addressOfTab(key) }))}
      />
      <OpenTab tab={tab} email={email} found={found} address={address} onOpen={open} />
      {dialog && found ? <Dialogs dialog={dialog} found={found} onClose={() => close(dialog)} /> : null}
    </>
  );
};

interface OpenTabProps extends EndUserPanelProps {
  tab: UserTab;
  onOpen: (dialog: OpenDialog) => void;
}

const OpenTab = ({ tab, found, address, onOpen, ...panel }: OpenTabProps) => {
  const can = useCan();
  const { voidGrant, unsubscribe } = useCreditActs();
  const email = found?.user.email ?? panel.email;
  const list = { email, address, nowMs: useNow() };
  const takeBack = (lot: CreditLot): void =>
    onOpen({ kind: "void", target: { email, lot, available: found?.account.available ?? 0 } });
  const canVoid = can(PLATFORM_ACCESS.changeCredits) && !voidGrant.unanswered;
  const canEnd = can(PLATFORM_ACCESS.operators) && !unsubscribe.unanswered;
  switch (tab) {
    case "credits":
      return <CreditsTab {...list} lots={found?.lots} onVoid={canVoid ? takeBack : undefined} />;
    case "payments":
      return <PaymentsTab {...list} />;
    case "subscriptions":
      return (
        <SubscriptionsTab
          {...list}
          onEnd={canEnd ? (ended) => onOpen({ kind: "unsubscribe", plan: ended }) : undefined}
        />
      );
    case "consumption":
      return <ConsumptionTab {...list} />;
    case "projects":
      return <ProjectsTab {...list} />;
  }
};

interface DialogsProps {
  dialog: OpenDialog;
  found: FoundUser;
  onClose: () => void;
}

const Dialogs = ({ dialog, found, onClose }: DialogsProps) => {
  const { user, account, limits } = found;
  const { email } = user;
  switch (dialog.kind) {
    case "grant":
      return <GrantDialog grantee={{ email, available: account.available, limits }} onClose={onClose} />;
    case "void":
      return <VoidDialog target={dialog.target} onClose={onClose} />;
    case "unsubscribe":
      return <UnsubscribeDialog target={{ email, plan: dialog.plan }} onClose={onClose} />;
  }
};
