import type { TaskSpend } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatMicros } from "../../../shared/money.ts";
import { STATUS_ICONS } from "../../../ui/feedback/status-tag.tsx";
import styles from "./list.module.css";

/** The cost, against the budget if there is one; details in the tooltip. */
export const TaskCost = ({ spend }: { spend: TaskSpend | null }) => {
  const { t, i18n } = useTranslation();
  if (spend === null) return <span className={styles.quiet}>{t("tasks.none")}</span>;
  const { currency, actual_micros, reserved_micros, estimated_micros, budget_micros, is_budget_hard } = spend;
  const amount = (micros: number): string => formatMicros(micros, currency, i18n.language);
  const isOver = budget_micros !== null && actual_micros > budget_micros;
  const amounts =
    budget_micros === null
      ? amount(actual_micros)
      : t("tasks.spend.of", { spent: amount(actual_micros), budget: amount(budget_micros) });
  const about = [
    amounts,
    reserved_micros > 0 && t("tasks.spend.reserved", { amount: amount(reserved_micros) }),
    estimated_micros > 0 && t("tasks.spend.left", { amount: amount(estimated_micros) }),
    isOver && t("tasks.spend.over"),
    budget_micros !== null && t(is_budget_hard ? "tasks.spend.hard" : "tasks.spend.soft"),
  ].filter((words) => words !== false);
  return (
    <span className={isOver ? styles.over : undefined} title={about.join("\n")}>
      {isOver ? STATUS_ICONS.warning : null}
      {amounts}
      {isOver ? <span className="ds-visually-hidden"> {t("tasks.spend.over")}</span> : null}
    </span>
  );
};
