import type { EvaluationPlanFields } from "@dailies/contract";

interface Grid {
  rows: number;
  columns: number;
  samples: number;
}

type Asked = Pick<EvaluationPlanFields, "mode" | "judges_per_item" | "item_budget">;

/** How many votes a plan asks for at most: cells that are left out ask for none. */
export const votesOf = ({ rows, columns, samples }: Grid, { mode, judges_per_item, item_budget }: Asked): number => {
  if (mode === "auto") return 0;
  const lanes = mode === "pairwise" ? (columns * (columns - 1)) / 2 : columns;
  const items = rows * lanes * samples;
  return Math.min(items, item_budget ?? items) * judges_per_item;
};
