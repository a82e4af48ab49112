import { useTranslation } from "react-i18next";
import { UnansweredStrip } from "../../../shared/idempotency/unanswered-strip.tsx";
import { formatCount } from "../../../ui/format.ts";
import { useCreditActs } from "./credit-acts.tsx";

export const UnansweredStrips = () => {
  const { t, i18n } = useTranslation();
  const { grant, voidGrant, unsubscribe } = useCreditActs();
  return (
    <>
      <UnansweredStrip
        once={grant}
        words={({ amount, user_email: email }) =>
          t("credits.unanswered.grant", { amount: formatCount(amount, i18n.language), email })
        }
      />
      <UnansweredStrip
        once={voidGrant}
        words={({ lot, user_email: email }) => t("credits.unanswered.void", { lot, email })}
      />
      <UnansweredStrip
        once={unsubscribe}
        words={({ user_email: email }) => t("credits.unanswered.unsubscribe", { email })}
      />
    </>
  );
};
