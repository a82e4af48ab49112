import { ClockCircleOutlined, WarningOutlined } from "@ant-design/icons";
import { type PlanItem, providerName } from "@dailies/contract";
import { Button } from "antd";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import styles from "../actions/acts.module.css";
import { canRepeat, isUnconfirmed, isUntold } from "../cancellation.rules.ts";

const wordsOf = (plan: PlanItem, t: TFunction): string => {
  const { name, code, provider: key, provider_cancellation: request } = plan;
  const about = { plan: name || code, provider: providerName(key) };
  if (!request) return "";
  const { state, problem, detail, attempts } = request;
  if (isUntold(plan) && problem !== null) {
    const reason = t(`credits.cancellation.problems.${problem}`);
    const why = detail === "" ? reason : `${reason} (${detail})`;
    const what = t(state === "failed" ? "credits.cancellation.failed" : "credits.cancellation.notTold", {
      ...about,
      why,
    });
    return `${what} ${t("credits.cancellation.byHand", about)}`;
  }
  if (problem !== null) return t("credits.cancellation.noAnswer", { ...about, count: attempts });
  return t(state === "accepted" ? "credits.cancellation.accepted" : "credits.cancellation.sending", about);
};

interface CancellationNoticesProps {
  plans: readonly PlanItem[];
  onEnd: ((plan: PlanItem) => void) | undefined;
}

/** One line for each subscription whose end the provider has not confirmed: what is known, and what to do. */
export const CancellationNotices = ({ plans, onEnd }: CancellationNoticesProps) => {
  const { t } = useTranslation();
  return plans.filter(isUnconfirmed).map((plan) => {
    const isAlarm = isUntold(plan);
    return (
      <div
        key={plan.subscription_id}
        role="status"
        className={`${styles.strip} ${isAlarm ? styles.alarm : styles.pending}`}
      >
        {isAlarm ? <WarningOutlined aria-hidden="true" /> : <ClockCircleOutlined aria-hidden="true" />}
        <p>{wordsOf(plan, t)}</p>
        {canRepeat(plan) && onEnd ? (
          <Button size="small" onClick={() => onEnd(plan)}>
            {t("credits.cancellation.again", { provider: providerName(plan.provider) })}
          </Button>
        ) : null}
      </div>
    );
  });
};
