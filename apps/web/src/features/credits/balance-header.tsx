import type { CreditAccount, EndUser, PlanItem } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Stat } from "../../ui/feedback/stat.tsx";
import { formatExact } from "../../ui/format.ts";
import { Mono } from "../../ui/mono.tsx";
import { Time } from "../../ui/time.tsx";
import styles from "./credits.module.css";
import { ProviderState } from "./provider-state.tsx";
import { PlanStatus, UserStatus } from "./user-status.tsx";

interface BalanceHeaderProps {
  user: EndUser;
  account: CreditAccount;
  plan: PlanItem | null;
  canGrant: boolean;
  /** Absent while a grant is pending. */
  onGrant: (() => void) | undefined;
}

/** The user and their balance. */
export const BalanceHeader = ({ user, account, plan, canGrant, onGrant }: BalanceHeaderProps) => {
  const { t } = useTranslation();
  return (
    <section className={styles.card} aria-label={user.email}>
      <div className={styles.person}>
        <div className={styles.who}>
          <h2 className={styles.personName}>{user.name || user.email}</h2>
          <UserStatus status={user.status} />
        </div>
        <Mono value={user.email} copyAs={t("credits.address")} />
        <p className={styles.seen}>
          {t("credits.firstSeen")} <Time at={user.created_at} /> · {t("credits.lastSeen")} <Time at={user.seen_at} />
        </p>
      </div>
      <div className={styles.stats}>
        <Stat label={t("credits.available")} value={account.available} />
        <Stat label={t("credits.held")} value={account.reserved} />
        <Stat label={t("credits.expiring")} value={account.expiring_30d} />
        <PlanFact plan={plan} />
      </div>
      {canGrant ? (
        <Button className={styles.act} type="primary" disabled={!onGrant} onClick={onGrant}>
          {t("credits.grant.open")}
        </Button>
      ) : null}
    </section>
  );
};

/** Stands in for the balance, for readers who may not see the account. */
export const AddressHeader = ({ email }: { email: string }) => {
  const { t } = useTranslation();
  return (
    <section className={styles.card} aria-label={email}>
      <div className={styles.person}>
        <h2 className={styles.personName}>{email}</h2>
        <p className={styles.seen}>{t("credits.accountHidden")}</p>
      </div>
    </section>
  );
};

const PlanFact = ({ plan }: { plan: PlanItem | null }) => {
  const { t, i18n } = useTranslation();
  if (!plan)
    return (
      <div className={styles.plan}>
        <span className={styles.planLabel}>{t("credits.plan")}</span>
        <span className={styles.planNone}>{t("credits.noPlan")}</span>
      </div>
    );
  const ends = formatExact(new Date(plan.cancel_at ?? plan.current_period_end), i18n.language);
  const isEnding = plan.cancel_at !== null || plan.status === "cancel_scheduled";
  return (
    <div className={styles.plan}>
      <span className={styles.planLabel}>{t("credits.plan")}</span>
      <span className={styles.planName}>
        {plan.name} <PlanStatus plan={plan} />
      </span>
      <span className={styles.seen}>{t(isEnding ? "credits.planEnds" : "credits.planRenews", { at: ends })}</span>
      <ProviderState plan={plan} />
    </div>
  );
};
