import { BatchByKey } from "../../../platform/concurrency/batch-by-key.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { AuditActor } from "../../../request-context.ts";
import {
  type Creation,
  createCreditsInOrder,
  credentialSubject,
  describeLimit,
  type EndUserRow,
  findEndUsersInOrder,
  type Grant,
  type GrantResult,
  lockForGrants,
  noSuchEndUser,
  readGrantLimit,
  refusedMove,
} from "../../credits/index.ts";
import { recordEach } from "../../operation-log/index.ts";
import { getDailyCredits } from "../credential.store.ts";
import { creationOperation, type Moved } from "./service-movement.ts";

export interface ServiceGrant {
  readonly credentialId: string;
  readonly email: string;
  readonly grant: Omit<Grant, "accountId">;
  readonly audit: AuditActor;
}

const MAX_BATCH = 100;
const MAX_WAITING = 1_000;

export type GrantForService = (asked: ServiceGrant) => Promise<Moved>;

/**
 * The grants of one credential need the same two locks, that of its limit and the head of the operation log, until their
 * transaction is committed. Those that arrive at the same time share a transaction.
 */
export const createGrantForService = (db: Db): GrantForService => {
  const batches = new BatchByKey<ServiceGrant, Moved>({
    maxItems: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    run: (asked) => db.transaction().execute((tx) => grantTogether(tx, asked)),
  });
  return (asked) => batches.add(asked.credentialId, asked);
};

interface Recipient extends ServiceGrant {
  readonly user: EndUserRow;
}

/** The limits, the credits and the audit entries are one transaction. All grants are of one credential. */
const grantTogether = async (tx: Tx, asked: readonly ServiceGrant[]): Promise<(Moved | Error)[]> => {
  const users = await findEndUsersInOrder(
    tx,
    asked.map(({ email }) => email),
  );
  const recipients = asked.map((each, index): Recipient | undefined => {
    const user = users[index];
    return user && { ...each, user };
  });
  const known = recipients.filter((each) => each !== undefined);
  const [first] = known;
  if (!first) return asked.map(noSuchEndUser);
  const creation = await creationOf(tx, first.credentialId, known);
  await lockForGrants(
    tx,
    creation.creator,
    known.map(({ user }) => user.id),
  );
  const grants = known.map(({ user, grant }): Grant => ({ ...grant, accountId: user.id }));
  const results = await createCreditsInOrder(tx, grants, creation);
  const answers = new Map<Recipient, Moved | Error>();
  for (const [index, recipient] of known.entries()) {
    answers.set(recipient, await toAnswer(tx, grants[index] as Grant, results[index] as GrantResult, creation));
  }
  const entries = known.flatMap(({ user, grant, audit }, index) => {
    const result = results[index];
    if (result?.outcome !== "ok") return [];
    const about = { accountId: user.id, email: user.email, move: grant, movement: result.movement };
    return [{ actor: audit, operation: creationOperation("Grant_credits", about) }];
  });
  if (entries.length > 0) await recordEach(tx, entries);
  return recipients.map((recipient) => (recipient && answers.get(recipient)) ?? noSuchEndUser());
};

const creationOf = async (tx: Tx, credentialId: string, grants: readonly ServiceGrant[]): Promise<Creation> => ({
  creator: credentialSubject(credentialId),
  creatorLimit: await getDailyCredits(tx, credentialId),
  userLimit: await readGrantLimit(tx),
  now: new Date(Math.max(...grants.map(({ audit }) => audit.at.getTime()))),
});

const toAnswer = async (tx: Tx, grant: Grant, result: GrantResult, creation: Creation): Promise<Moved | Error> => {
  if ("movement" in result) return { movement: result.movement, isReplay: result.outcome === "replay" };
  return result.outcome === "creator_limit" || result.outcome === "user_limit"
    ? describeLimit(tx, grant, creation)
    : refusedMove(result.outcome);
};
