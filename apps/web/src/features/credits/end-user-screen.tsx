import { email as addressSchema } from "@dailies/contract";
import { PLATFORM_ACCESS } from "@dailies/contract/platform-access";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api/api-error.ts";
import { useCan } from "../../lib/session.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { CreditActsProvider } from "./actions/credit-acts.tsx";
import { UnansweredStrips } from "./actions/unanswered-strips.tsx";
import { creditsQuery } from "./credits.queries.ts";
import { EndUserPanel } from "./end-user-panel.tsx";
import { WaitingRequests } from "./requests/waiting-requests.tsx";
import { UserSearch } from "./search/user-search.tsx";
import { type UserAddress, useUserAddress } from "./use-user-address.ts";

/** One end user: balance, history, and the actions to grant and take back credits. */
export const Component = () => {
  const { t } = useTranslation();
  const address = useUserAddress();
  const { email, openUser } = address;
  const isOperator = useCan()(PLATFORM_ACCESS.operators);
  return (
    <CreditActsProvider>
      <Page title={t("screens.platformUser.title")} about={t("screens.platformUser.purpose")}>
        <UserSearch email={email} onOpen={openUser} />
        <UnansweredStrips />
        {isOperator ? <WaitingRequests email={email || undefined} onOpenUser={openUser} /> : null}
        {email === "" ? (
          <EmptyState picture="lens" title={t("credits.start")}>
            {t("credits.startHint")}
          </EmptyState>
        ) : (
          <FoundUser key={email.toLowerCase()} address={address} />
        )}
      </Page>
    </CreditActsProvider>
  );
};

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const FoundUser = ({ address }: { address: UserAddress }) => {
  const { t } = useTranslation();
  const { email, openUser } = address;
  // Do not query for an invalid email address.
  const isAddress = addressSchema.safeParse(email).success;
  const canReadAccount = useCan()(PLATFORM_ACCESS.account);
  const found = useQuery(creditsQuery(isAddress && canReadAccount ? email : ""));
  if (!isAddress || isUnknown(found.error))
    return (
      <EmptyState
        picture="lens"
        title={t("credits.unknown")}
        action={<Button onClick={() => openUser("")}>{t("credits.searchAgain")}</Button>}
      >
        {t("credits.unknownHint", { email })}
      </EmptyState>
    );
  if (!canReadAccount || found.data) return <EndUserPanel email={email} found={found.data} address={address} />;
  if (found.error)
    return (
      <ErrorPanel
        title={t("credits.failed")}
        error={found.error}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  return <Skeleton rows={8} />;
};
