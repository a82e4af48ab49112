import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatMicros } from "../../../../shared/money.ts";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { SkeletonLine } from "../../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../../ui/format.ts";
import styles from "../prefill.module.css";
import { type ModelQuestion, modelEstimateQuery } from "./model.queries.ts";

interface ModelEstimateProps {
  taskId: string;
  question: ModelQuestion;
}

/** What the model will be asked and what that costs at most, before it is asked anything. */
export const ModelEstimate = ({ taskId, question }: ModelEstimateProps) => {
  const { t, i18n } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(modelEstimateQuery(taskId, question));
  if (error) return <ErrorPanel isCompact error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLine width="60%" />;
  const { items, cost, prompt } = data;
  const shown = formatCount(items, i18n.language);
  return (
    <div className={styles.stack} aria-busy={isFetching}>
      <p role="status" className="ds-number">
        {cost
          ? t("labelling.prefillModel.estimate", {
              count: items,
              shown,
              cost: formatMicros(cost.amount_micros, cost.currency, i18n.language),
            })
          : t("labelling.prefillModel.estimateFree", { count: items, shown })}
      </p>
      <details>
        <summary>{t("labelling.prefillModel.prompt")}</summary>
        <pre className={styles.prompt}>{prompt}</pre>
      </details>
    </div>
  );
};
