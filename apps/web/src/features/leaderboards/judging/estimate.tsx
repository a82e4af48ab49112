import { type EvaluationDetail, type EvaluationPlanFields, evaluationPlanFields } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Form } from "antd";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { formatCount } from "../../../ui/format.ts";
import styles from "./judging.module.css";
import { gridQuery } from "./judging.queries.ts";

interface Grid {
  rows: number;
  columns: number;
  samples: number;
}

type Asked = Pick<EvaluationPlanFields, "mode" | "judges_per_item" | "item_budget">;

/** The maximum number of judgements a plan needs: excluded cells need none. */
export const judgementsNeeded = (
  { rows, columns, samples }: Grid,
  { mode, judges_per_item, item_budget }: Asked,
): number => {
  if (mode === "auto") return 0;
  const lanes = mode === "pairwise" ? (columns * (columns - 1)) / 2 : columns;
  const items = rows * lanes * samples;
  return Math.min(items, item_budget ?? items) * judges_per_item;
};

const { mode, judges_per_item, item_budget } = evaluationPlanFields.shape;
const asked = z.object({ mode, judges_per_item, item_budget });

/** The effort of the plan, shown before it starts. Only for a benchmark, which knows its size. */
export const Estimate = ({ evaluation: { task_id, kind } }: { evaluation: EvaluationDetail }) => {
  const { t, i18n } = useTranslation();
  const { data: grid } = useQuery({ ...gridQuery(task_id), enabled: kind === "Benchmark" });
  const fields = asked.safeParse(Form.useWatch([], Form.useFormInstance()));
  if (!grid || !fields.success) return null;
  const size = {
    rows: grid.rows - grid.excluded_rows,
    columns: grid.columns_list.length,
    samples: grid.samples_per_cell,
  };
  const votes = judgementsNeeded(size, fields.data);
  if (votes === 0) return null;
  return (
    <p className={styles.estimate} role="status">
      {t("leaderboards.plan.estimate", {
        count: votes,
        shown: formatCount(votes, i18n.language),
        rows: formatCount(size.rows, i18n.language),
        columns: formatCount(size.columns, i18n.language),
      })}
    </p>
  );
};
