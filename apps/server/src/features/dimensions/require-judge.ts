import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { listPerformersById } from "../performers/index.ts";
import type { Asked } from "./dimension.store.ts";

/** A question that a performer answers names one that is there and that judges. */
export const requireJudge = async (tx: Tx, { source, metricKey }: Asked): Promise<void> => {
  if (source !== "judge" || metricKey === null) return;
  const performer = (await listPerformersById(tx, [metricKey])).get(metricKey);
  if (performer && !performer.isDeleted && performer.kind === "judge") return;
  throw new DomainError("not_found", "there is no performer of this id that judges clips");
};
