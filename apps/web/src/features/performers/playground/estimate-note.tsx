import type { InputValues, PerformerItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatMicros } from "../../../shared/money.ts";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { estimateQuery } from "../performers.queries.ts";
import styles from "./playground.module.css";

interface EstimateNoteProps {
  performer: PerformerItem;
  /** Undefined while the form is incomplete. */
  values: InputValues | undefined;
  calls: number;
}

const REST_MS = 400;

/** The estimated cost next to the run button: "4 calls ≈ $0.80". */
export const EstimateNote = ({ performer, values, calls }: EstimateNoteProps) => {
  const settled = useDebounced(values, REST_MS);
  const isAsked = settled !== undefined && calls > 0 && performer.pricing !== null;
  const estimate = useQuery({ ...estimateQuery(performer.id, settled ?? {}, Math.max(1, calls)), enabled: isAsked });
  return (
    <span className={`${styles.estimate} ds-number`} role="status">
      {useEstimateWords(performer, calls, isAsked, estimate)}
    </span>
  );
};

interface Estimate {
  data?: { cost: { amount_micros: number; currency: string } | null };
  isError: boolean;
  isPending: boolean;
}

const useEstimateWords = (performer: PerformerItem, calls: number, isAsked: boolean, estimate: Estimate): string => {
  const { t, i18n } = useTranslation();
  if (performer.pricing === null) return t("performers.estimate.noPrice");
  if (!isAsked) return t("performers.estimate.incomplete");
  if (estimate.isError) return t("performers.estimate.failed");
  if (estimate.isPending || !estimate.data) return t("performers.estimate.asking");
  const { cost } = estimate.data;
  if (cost === null) return t("performers.estimate.noPrice");
  const amount = formatMicros(cost.amount_micros, cost.currency, i18n.language);
  return t("performers.estimate.about", { count: calls, amount });
};
