import type { Db } from "../../platform/db/database.ts";
import { listWaiting } from "../approvals/index.ts";
import { waitingSubject } from "./user-operation.rules.ts";
import { SECOND_PERSON_CODES } from "./users.rules.ts";

/** The codes of each user that wait for a second person; a user without any has an empty list. */
export const listWaitingCodes = async (db: Db, userIds: readonly string[]): Promise<(userId: string) => string[]> => {
  const subjects = userIds.flatMap((id) => SECOND_PERSON_CODES.map((code) => waitingSubject(id, code)));
  const waiting = await listWaiting(db, "permission", subjects);
  return (userId) => SECOND_PERSON_CODES.filter((code) => waiting.has(waitingSubject(userId, code)));
};
