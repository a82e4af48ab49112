import { CheckCircleOutlined, CloseOutlined } from "@ant-design/icons";
import { providerName } from "@dailies/contract";
import { Button } from "antd";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatCount, formatExact } from "../../../ui/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { isUntold } from "../cancellation.rules.ts";
import styles from "./acts.module.css";
import { type Outcome, useCreditActs } from "./credit-acts.tsx";
import type { VoidTarget } from "./void-dialog.tsx";

const wordsOf = (outcome: Outcome, t: TFunction, locale: string): string => {
  const count = (value: number): string => formatCount(value, locale);
  const { email } = outcome;
  switch (outcome.kind) {
    case "granted": {
      const { lot, available } = outcome;
      const before = count(Math.max(0, available - lot.granted));
      return t("credits.outcome.granted", { amount: count(lot.granted), email, before, after: count(available) });
    }
    case "requested":
      return t("credits.outcome.requested", { amount: count(outcome.request.amount), email });
    case "voided": {
      const { amount, available } = outcome;
      return t("credits.outcome.voided", { amount: count(amount), email, after: count(available) });
    }
    case "unsubscribed": {
      const { name, status, cancel_at, current_period_end, provider } = outcome.plan;
      const until = formatExact(new Date(cancel_at ?? current_period_end), locale);
      const known = isUntold(outcome.plan) ? "untold" : "telling";
      return [
        t(`credits.outcome.${status === "cancel_scheduled" ? "runsOut" : "ended"}`, { plan: name, email, until }),
        t(`credits.outcome.${known}`, { provider: providerName(provider) }),
      ].join(" ");
    }
  }
};

/** Result of the last action, with undo for a grant. */
export const OutcomeStrip = ({ onUndo }: { onUndo: (target: VoidTarget) => void }) => {
  const { t, i18n } = useTranslation();
  const { outcome, setOutcome } = useCreditActs();
  if (!outcome) return null;
  return (
    <div role="status" className={`${styles.strip} ${styles.done}`}>
      <CheckCircleOutlined aria-hidden="true" />
      <p>{wordsOf(outcome, t, i18n.language)}</p>
      {outcome.kind === "granted" ? (
        <Button size="small" onClick={() => onUndo(outcome)}>
          {t("credits.outcome.undo")}
        </Button>
      ) : null}
      <IconButton
        size="small"
        name={t("credits.outcome.dismiss")}
        icon={<CloseOutlined aria-hidden="true" />}
        onClick={() => setOutcome(undefined)}
      />
    </div>
  );
};
