import type { BulkLine } from "@dailies/contract";
import { requireFreshSignIn } from "../../../fresh-sign-in.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { type Operation, recordOperations } from "../../operation-log/index.ts";
import type { CreditsDeps } from "../credits-deps.ts";
import { type EndUserRow, listEndUsersOf } from "../customers/end-user.store.ts";
import {
  type Creation,
  createCreditsInOrder,
  type Grant,
  type GrantResult,
  type Movement,
} from "../ledger/ledger.store.ts";
import { endUserSubject, listUsed, lockForBulk, operatorSubject } from "./allowance.store.ts";
import { type GrantInput, grantMeta, memoOf } from "./apply-grant.ts";
import { type BulkGrantInput, bulkKey, type PlannedLine, planBulk, userFinder } from "./bulk.rules.ts";
import { listBalances, listUsedLines } from "./bulk.store.ts";
import { newRequest, requestOperation, subjectOf } from "./grant-credits.ts";
import { insertGrantRequest, listGrantRequestsOf } from "./grant-request.store.ts";
import { readGrantLimit } from "./read-allowance.ts";

export interface BulkGrant extends Omit<GrantInput, "amountCredits" | "ticketUrl"> {
  readonly key: string;
  readonly lines: readonly BulkGrantInput[];
}

type Acting = Extract<PlannedLine, { act: "grant" | "request" }>;

const listUsersOf = (db: Db, { lines }: BulkGrant): Promise<EndUserRow[]> =>
  listEndUsersOf(
    db,
    lines.map(({ email }) => email.trim()),
  );

interface Planning {
  readonly users: readonly EndUserRow[];
  readonly operator: string;
  readonly limit: number;
  readonly now: Date;
}

const plan = async (db: Db, bulk: BulkGrant, { users, operator, limit, now }: Planning): Promise<PlannedLine[]> => {
  const findUser = userFinder(users);
  const known = bulk.lines.flatMap(({ line, email }) => {
    const user = findUser(email);
    return user ? [{ line, accountId: user.id, key: bulkKey(bulk.key, line) }] : [];
  });
  const requests = await listGrantRequestsOf(
    db,
    known.map(({ key }) => key),
  );
  const requestedKeys = new Set(requests.map(({ key }) => key));
  return planBulk(bulk.lines, bulk, {
    users,
    now,
    limit,
    operator,
    used: await listUsed(db, [operator, ...users.map(({ id }) => endUserSubject(id))], now),
    granted: await listUsedLines(db, known),
    requested: new Set(known.filter(({ key }) => requestedKeys.has(key)).map(({ line }) => line)),
  });
};

const keyOf = (bulk: BulkGrant, { line, user }: Acting) => ({
  line,
  accountId: user.id,
  key: bulkKey(bulk.key, line),
});

const isGrant = (line: PlannedLine): line is Acting => line.act === "grant";
const isRequest = (line: PlannedLine): line is Acting => line.act === "request";

const toLine = (
  { line, email, amountCredits }: PlannedLine,
  outcome: BulkLine["outcome"],
  notes: readonly string[],
  figures: { before: number; after: number } | undefined = undefined,
): BulkLine => ({
  line,
  user_email: email,
  amount: amountCredits,
  outcome,
  notes: [...notes],
  available_before: figures?.before ?? null,
  available_after: figures?.after ?? null,
});

/** Dry run: what would happen, line by line. */
export const previewBulk = async (
  { db, clock }: CreditsDeps,
  context: RequestContext,
  bulk: BulkGrant,
): Promise<BulkLine[]> => {
  const users = await listUsersOf(db, bulk);
  const operator = operatorSubject(context.actor.username);
  const planned = await plan(db, bulk, { users, operator, limit: await readGrantLimit(db), now: clock() });
  const grants = planned.filter(isGrant).map((line) => keyOf(bulk, line));
  const used = await listUsedLines(db, grants);
  const balances = await listBalances(
    db,
    grants.map(({ accountId }) => accountId),
  );
  return planned.map((line) => {
    if (line.act === "refuse") return toLine(line, "refused", line.notes);
    if (line.act === "request") return toLine(line, "waits", line.notes);
    if (used.has(line.line)) return toLine(line, "granted_before", line.notes);
    const before = balances.get(line.user.id) ?? 0;
    const after = before + line.giftCredits;
    balances.set(line.user.id, after);
    return toLine(line, "ready", line.notes, { before, after });
  });
};

/** Applies all lines in one transaction, each with its own idempotency key: a retry grants only what is missing. */
export const grantInBulk = (deps: CreditsDeps, context: RequestContext, bulk: BulkGrant): Promise<BulkLine[]> => {
  const at = deps.clock();
  return deps.db.transaction().execute(async (tx) => {
    const users = await listUsersOf(tx, bulk);
    const operator = operatorSubject(context.actor.username);
    await lockForBulk(
      tx,
      operator,
      users.map(({ id }) => id),
    );
    const limit = await readGrantLimit(tx);
    const planned = await plan(tx, bulk, { users, operator, limit, now: at });
    const creation = { creator: operator, creatorLimit: limit, userLimit: limit, now: at };
    const moved = await giveLines(tx, context, bulk, planned.filter(isGrant), creation);
    const requested = await requestLines(tx, context, bulk, planned.filter(isRequest), at);
    const operations = planned.flatMap((line): Operation[] => {
      if (line.act === "refuse") return [];
      const asked = requested.get(line.line)?.operation;
      const given = moved.get(line.line);
      if (asked) return [asked];
      return given?.outcome === "ok" && isGrant(line) ? [grantOperation(bulk, line, given.movement)] : [];
    });
    if (operations.length > 0) await recordOperations(tx, auditActor(context, at), operations);
    return planned.map((line) => {
      if (line.act === "refuse") return toLine(line, "refused", line.notes);
      const asked = requested.get(line.line);
      if (asked) return toLine(line, asked.outcome, [...line.notes, ...asked.notes]);
      const given = moved.get(line.line);
      return given ? toGivenLine(line, given) : toLine(line, "refused", line.notes);
    });
  });
};

const giveLines = async (
  tx: Tx,
  context: RequestContext,
  bulk: BulkGrant,
  lines: readonly Acting[],
  creation: Creation,
): Promise<ReadonlyMap<number, GrantResult>> => {
  if (lines.length === 0) return new Map();
  const grants = lines.map((line): Grant => {
    const { accountId, key } = keyOf(bulk, line);
    return {
      accountId,
      key,
      amount: line.giftCredits,
      category: bulk.category,
      actor: context.actor.username,
      memo: memoOf({ reason: bulk.reason, ticketUrl: null }),
      ...(bulk.expiresAt !== null && { expiresAt: bulk.expiresAt }),
    };
  });
  const results = await createCreditsInOrder(tx, grants, creation);
  return new Map(results.map((result, place) => [(lines[place] as Acting).line, result]));
};

const figuresOf = ({ available, availableChange }: Movement) => ({
  before: available - availableChange,
  after: available,
});

const toGivenLine = (line: PlannedLine, given: GrantResult): BulkLine => {
  if ("movement" in given) {
    const outcome = given.outcome === "ok" ? "granted" : "granted_before";
    return toLine(line, outcome, line.notes, figuresOf(given.movement));
  }
  const fault = given.outcome === "conflict" ? OTHER_FIGURES : "the ledger refuses this amount";
  return toLine(line, "refused", [...line.notes, fault]);
};
const OTHER_FIGURES = "this line was sent before with other figures";

const grantInputOf = (bulk: BulkGrant, { giftCredits }: Acting): GrantInput => ({
  amountCredits: giftCredits,
  category: bulk.category,
  reason: bulk.reason,
  ticketUrl: null,
  expiresAt: bulk.expiresAt,
});

const grantOperation = (bulk: BulkGrant, line: Acting, movement: Movement): Operation => ({
  opType: "Grant_credits",
  subjects: [subjectOf(line.user), `bulk_grant:${bulk.key}`],
  meta: {
    ...grantMeta(line.user.email, grantInputOf(bulk, line), figuresOf(movement)),
    lot: movement.seq,
    bulk_key: bulk.key,
    line: line.line,
  },
  reason: bulk.reason,
});

interface Requested {
  readonly outcome: BulkLine["outcome"];
  readonly notes: readonly string[];
  /** Set only when the grant is new. */
  readonly operation?: Operation;
}

const requestLines = async (
  tx: Tx,
  context: RequestContext,
  bulk: BulkGrant,
  lines: readonly Acting[],
  at: Date,
): Promise<ReadonlyMap<number, Requested>> => {
  const answers = new Map<number, Requested>();
  if (lines.length === 0) return answers;
  requireFreshSignIn(context);
  const balances = await listBalances(
    tx,
    lines.map(({ user }) => user.id),
  );
  for (const line of lines) {
    const [id, key, grantInput] = [newId(), bulkKey(bulk.key, line.line), grantInputOf(bulk, line)];
    const isNew = await insertGrantRequest(
      tx,
      newRequest(id, line.user, grantInput, { key, at, by: context.actor.username }),
    );
    const available = balances.get(line.user.id) ?? 0;
    answers.set(
      line.line,
      isNew
        ? { outcome: "waits", notes: [], operation: requestOperation(id, line.user, grantInput, { available }) }
        : await answerAgain(tx, line, key),
    );
  }
  return answers;
};

const answerAgain = async (tx: Tx, line: Acting, key: string): Promise<Requested> => {
  const [request] = await listGrantRequestsOf(tx, [key]);
  if (!request || request.user_id !== line.user.id || Number(request.amount) !== line.giftCredits) {
    return { outcome: "refused", notes: [OTHER_FIGURES] };
  }
  if (request.status === "rejected") return { outcome: "refused", notes: [`rejected by ${request.decided_by}`] };
  return { outcome: request.status === "approved" ? "granted_before" : "waits", notes: [] };
};
