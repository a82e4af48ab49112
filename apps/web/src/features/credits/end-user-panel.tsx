import type { CreditLot, creditsRoutes, PlanItem, RouteResult } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKey } from "../../lib/use-key.ts";
import { useOperatorAct } from "../../shared/operator-check.ts";
import { PageTabs } from "../../ui/page.tsx";
import { useNow } from "../../ui/use-now.ts";
import { useCreditActs } from "./actions/credit-acts.tsx";
import { GrantDialog } from "./actions/grant-dialog.tsx";
import { OutcomeStrip } from "./actions/outcome-strip.tsx";
import { UnsubscribeDialog } from "./actions/unsubscribe-dialog.tsx";
import { VoidDialog, type VoidTarget } from "./actions/void-dialog.tsx";
import { BalanceHeader } from "./balance-header.tsx";
import { ConsumptionTab } from "./consumption/consumption-tab.tsx";
import { CREDITS_KEYS } from "./credits.shortcuts.ts";
import { CreditsTab } from "./tabs/credits-tab.tsx";
import { PaymentsTab } from "./tabs/payments-tab.tsx";
import { ProjectsTab } from "./tabs/projects-tab.tsx";
import { SubscriptionsTab } from "./tabs/subscriptions-tab.tsx";
import { USER_TABS, type UserAddress } from "./use-user-address.ts";

type FoundUser = RouteResult<typeof creditsRoutes.getCredits>;
type OpenDialog = { kind: "grant" } | { kind: "void"; target: VoidTarget } | { kind: "unsubscribe"; plan: PlanItem };

interface EndUserPanelProps {
  found: FoundUser;
  address: UserAddress;
}

/** The balance, then the tabs with the user's lists. */
export const EndUserPanel = ({ found, address }: EndUserPanelProps) => {
  const { t } = useTranslation();
  const { user, account, plan } = found;
  const { grant } = useCreditActs();
  const [dialog, setDialog] = useState<OpenDialog>();
  const open = useOperatorAct(setDialog);
  // A dialog that finishes closing must not close the one opened after it.
  const close = (gone: OpenDialog): void => setDialog((now) => (now === gone ? undefined : now));
  const onGrant = grant.unanswered ? undefined : () => open({ kind: "grant" });
  useKey(CREDITS_KEYS.grant.keys, () => onGrant?.());
  return (
    <>
      <OutcomeStrip onUndo={(target) => open({ kind: "void", target })} />
      <BalanceHeader user={user} account={account} plan={plan} onGrant={onGrant} />
      <PageTabs
        name={user.email}
        activeTab={address.tab}
        tabs={USER_TABS.map((key) => ({ key, title: t(`credits.tabs.${key}`), to: address.addressOfTab(key) }))}
      />
      <OpenTab found={found} address={address} onOpen={open} />
      {dialog ? <Dialogs dialog={dialog} found={found} onClose={() => close(dialog)} /> : null}
    </>
  );
};

interface OpenTabProps extends EndUserPanelProps {
  onOpen: (dialog: OpenDialog) => void;
}

const OpenTab = ({ found, address, onOpen }: OpenTabProps) => {
  const { user, account, lots } = found;
  const { voidGrant, unsubscribe } = useCreditActs();
  const tab = { email: user.email, address, nowMs: useNow() };
  const takeBack = (lot: CreditLot): void =>
    onOpen({ kind: "void", target: { email: user.email, lot, available: account.available } });
  switch (address.tab) {
    case "credits":
      return <CreditsTab {...tab} lots={lots} onVoid={voidGrant.unanswered ? undefined : takeBack} />;
    case "payments":
      return <PaymentsTab {...tab} />;
    case "subscriptions":
      return (
        <SubscriptionsTab
          {...tab}
          onEnd={unsubscribe.unanswered ? undefined : (ended) => onOpen({ kind: "unsubscribe", plan: ended })}
        />
      );
    case "consumption":
      return <ConsumptionTab {...tab} />;
    case "projects":
      return <ProjectsTab {...tab} />;
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
