import type { Tx } from "../../../platform/db/database.ts";
import { notifyUsers } from "../../notifications/index.ts";

interface AskedLabellers {
  readonly taskId: string;
  readonly userIds: readonly string[];
  readonly at: Date;
}

/** Tells people that they are asked to label. Call it once the task is open: before, external users may not know of it. */
export const notifyLabellers = async (tx: Tx, { taskId, userIds, at }: AskedLabellers): Promise<void> => {
  const eventKey = `labelling_asked:${taskId}:${at.getTime()}`;
  await notifyUsers(tx, userIds, { eventKey, kind: "labelling_asked", labelTaskId: taskId, at });
};
