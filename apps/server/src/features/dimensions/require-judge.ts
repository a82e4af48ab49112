import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { listPerformersById } from "../performers/index.ts";
import type { Asked } from "./dimension.store.ts";

/** A dimension answered by a performer must name an existing performer that can judge. */
export const requireJudge = async (tx: Tx, { source, metricKey }: Asked): Promise<void> => {
  if (source !== "judge" || metricKey === null) return;
  const performer = (await listPerformersById(tx, [metricKey])).get(metricKey);
  if (performer && !performer.isDeleted && performer.kind === "judge") return;
  throw new DomainError("not_found", "there is no performer of this id that judges clips");
};
