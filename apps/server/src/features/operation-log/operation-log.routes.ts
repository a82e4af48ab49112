// The operation log: lists, client reports, verification of the chain and export. Serves /admin/logger/operations, used by
// the screen /platform/history.
import { Readable } from "node:stream";
import type {
  OperationLogEntry,
  operationLogRoutes,
  SecurityEventItem,
  SecurityEventKind,
  SignInMethod,
} from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { SecretKeys } from "../../platform/crypto/secret-keys.ts";
import type { Db } from "../../platform/db/database.ts";
import { readNumberedPage } from "../../platform/db/numbered-page.ts";
import type { Log } from "../../platform/observability/log.ts";
import { listBlindedTasksByUser, requireNothingBlinded } from "../blinding/index.ts";
import { exportOperations } from "./export-operations.ts";
import { type ChainHead, getOperationHead } from "./operation-chain.store.ts";
import { chooseOpType, describeMeta, toCreateTime, withholdBlinded } from "./operation-log.rules.ts";
import { type FullOperationRow, findSpan, listOperationRows, listOperationTypes } from "./operation-page.store.ts";
import { reportOperation } from "./report-operation.ts";
import { hashTyped } from "./security-events/record-security-event.ts";
import { listSecurityEvents } from "./security-events/security-event.store.ts";
import { isKnownSound, verifyPart } from "./verify-chain.ts";

interface OperationLogDeps {
  readonly db: Db;
  readonly log: Log;
  readonly secretKeys: SecretKeys;
}

const toEntry = (row: FullOperationRow, hidden: ReadonlySet<string> | undefined): OperationLogEntry => ({
  seq: Number(row.seq),
  user_name: row.user_name,
  create_time: toCreateTime(row.at),
  op_type: row.op_type,
  meta: describeMeta(withholdBlinded(row, hidden)),
  result: row.result as OperationLogEntry["result"],
  source: row.source as OperationLogEntry["source"],
  prev_hash: row.previous_hash.toString("hex"),
  hash: row.hash.toString("hex"),
});

const SHOWN_MARK = 12;

const toSecurityEvent = (row: Awaited<ReturnType<typeof listSecurityEvents>>[number]): SecurityEventItem => ({
  seq: Number(row.seq),
  at: row.at.toISOString(),
  kind: row.kind as SecurityEventKind,
  method: row.method as SignInMethod | null,
  user_name: row.username,
  typed_mark: row.typed_hash?.toString("hex").slice(0, SHOWN_MARK) ?? null,
  network: row.network,
  user_agent: row.user_agent,
});

const toHead = ({ seq, hash, at }: ChainHead) => ({ seq, hash, at: at?.toISOString() ?? null });

const toRange = ({ start_time, end_time }: { start_time?: string | undefined; end_time?: string | undefined }) => ({
  from: start_time === undefined ? undefined : new Date(start_time),
  to: end_time === undefined ? undefined : new Date(end_time),
});

export const operationLogHandlers = (deps: OperationLogDeps): Handlers<typeof operationLogRoutes> => {
  const { db, secretKeys } = deps;
  return {
    async listOperations({ actor, query }) {
      const opType = chooseOpType(query.op_type, query.opt_type);
      const [{ list, span }, head, hidden] = await Promise.all([
        findSpan(db, { opType, userName: query.user_name, ...toRange(query) }),
        getOperationHead(db),
        listBlindedTasksByUser(db, [actor.userId]),
      ]);
      const page = await readNumberedPage(span, query, (numbers) => listOperationRows(db, list, numbers));
      return {
        items: page.items.map((row) => toEntry(row, hidden.get(actor.userId))),
        total: page.total,
        head: toHead(head),
      };
    },
    async listOperationTypes() {
      return { items: await listOperationTypes(db) };
    },
    async listSecurityEvents({ query }) {
      const { user: name, kind, network, before, limit } = query;
      const user =
        name === undefined ? undefined : { name, typedHashes: secretKeys.all.map((key) => hashTyped(key, name)) };
      const filter = { user, kind, network, before, ...toRange(query), limit: limit + 1 };
      const rows = await listSecurityEvents(db, filter);
      return { items: rows.slice(0, limit).map(toSecurityEvent), has_more: rows.length > limit };
    },
    async reportOperation({ context, body }) {
      const { op_type: opType, user_name: userName, create_time: createTime, meta } = body;
      return { seq: await reportOperation(db, context, { opType, userName, createTime, meta }) };
    },
    async verifyOperations({ body }) {
      const part = await verifyPart(db, body.from);
      return {
        checked_to: part.checkedTo,
        is_complete: part.isComplete,
        broken_seq: part.brokenSeq ?? null,
        is_known_sound: body.known ? await isKnownSound(db, body.known) : null,
        head: toHead(part.head),
      };
    },
    async exportOperations({ actor, query, reply }) {
      // An export without some entries could not be verified.
      await requireNothingBlinded(db, actor);
      reply.header("content-disposition", 'attachment; filename="history.jsonl"');
      await reply.send(Readable.from(exportOperations(deps, toRange(query))));
    },
  };
};
