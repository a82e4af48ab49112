import type { ApprovalRequest } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../ui/format.ts";
import styles from "./approvals.module.css";

/** Facts in the order in which they matter; `act` is said by the sentence above them. */
const FACTS = ["scopes", "daily_credits", "permission", "before", "after"] as const;

/** What a request would change. */
export const ApprovalFacts = ({ request: { details } }: { request: ApprovalRequest }) => {
  const { t, i18n } = useTranslation();
  const shownFact = (fact: (typeof FACTS)[number]): string => {
    const value = details[fact] ?? "";
    return fact === "daily_credits" ? formatCount(Number(value), i18n.language) : value;
  };
  return (
    <dl className={styles.facts}>
      {FACTS.filter((fact) => details[fact] !== undefined).map((fact) => (
        <div key={fact} className={styles.fact}>
          <dt>{t(`shared.approvals.facts.${fact}`)}</dt>
          <dd className={styles.value}>
            {shownFact(fact) === "" ? t("shared.approvals.facts.nothing") : shownFact(fact)}
          </dd>
        </div>
      ))}
    </dl>
  );
};
