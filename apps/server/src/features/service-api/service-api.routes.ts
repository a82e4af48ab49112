// The service API under /api_v1/service: the product's services write users, credits, content, orders and plans.
import type { serviceApiRoutes } from "@dailies/contract";
import type { ServiceCaller } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { CallContext } from "../../http/routing/call-context.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { AuditActor } from "../../request-context.ts";
import { credentialSubject, getAccount, getEndUser, type Memo, normalizeEmail } from "../credits/index.ts";
import { tellOrder, tellPlan } from "../payments/index.ts";
import { getDailyCredits } from "./credential.store.ts";
import { createGrantForService } from "./movements/grant-for-services.ts";
import { moveForService, type ServiceMove, type ServiceMoves } from "./movements/move-for-service.ts";
import type { Moved } from "./movements/service-movement.ts";
import { requireLockedUser } from "./require-locked-user.ts";
import { toFavoriteColumns, toOrderNews, toPlanNews, toTaskColumns } from "./service-api.wire.ts";
import { tellEndUser } from "./tell-end-user.ts";
import { tellFavorite } from "./tell-favorite.ts";
import { tellProject } from "./tell-project.ts";
import { tellTask } from "./tell-task.ts";

const SKEW_MS = 5 * 60_000;

/** A future timestamp would make every update until then look outdated. */
const toldAtOf = (occurredAt: string, now: Date): Date => {
  const toldAt = new Date(occurredAt);
  if (toldAt.getTime() > now.getTime() + SKEW_MS)
    throw new DomainError("invalid", "the time of the event is in the future");
  return toldAt;
};

type AllHandlers = Handlers<typeof serviceApiRoutes>;
type Body<K extends keyof AllHandlers> = Parameters<AllHandlers[K]>[0]["body"];

const told = (isNewer: boolean) => ({ ok: true as const, is_newer: isNewer });
const dateOf = (moment: string | undefined): Date | undefined => (moment === undefined ? undefined : new Date(moment));

const toMoved = ({ movement, isReplay }: Moved) => ({
  seq: movement.seq,
  at: movement.at.toISOString(),
  is_replay: isReplay,
  account: { available: movement.available, reserved: movement.reserved },
});

/** Maps the fields that all movements share; `rest` holds the others. */
const toAsked = (
  kind: ServiceMove["kind"],
  body: Pick<Body<"voidHold">, "user_email" | "idempotency_key" | "occurred_at">,
  rest: Omit<ServiceMove, "kind" | "userEmail" | "idempotencyKey" | "occurredAt">,
): ServiceMove => ({
  kind,
  userEmail: body.user_email,
  idempotencyKey: body.idempotency_key,
  occurredAt: dateOf(body.occurred_at),
  ...rest,
});

const memoOf = (body: Body<"reserveCredits"> | Body<"settleCredits">): Memo => {
  const { project_id, task_id, model, duration_s, resolution, unit_price, reference } = body;
  const known = Object.entries({ project_id, task_id, model, duration_s, resolution, unit_price, reference });
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
};
const referenceOf = ({ reference }: { reference?: string | undefined }): Memo =>
  reference === undefined ? {} : { reference };

export const serviceApiHandlers = ({ db, clock }: { db: Db; clock: Clock }): AllHandlers => ({
  ...creditHandlers({ db, grantForService: createGrantForService(db) }, clock),
  ...contentHandlers(db, clock),
  ...orderHandlers(db, clock),

  async upsertEndUser({ body }) {
    const news = {
      email: normalizeEmail(body.email),
      externalId: body.external_id,
      name: body.name,
      status: body.status,
      hasConsented: body.has_consented,
      createdAt: dateOf(body.created_at),
      toldAt: toldAtOf(body.occurred_at, clock()),
    };
    return told(await tellEndUser(db, news));
  },
});

type CreditCalls =
  | "getBalance"
  | "reserveCredits"
  | "settleCredits"
  | "voidHold"
  | "refundCredits"
  | "grantFromService";

/** The service as the operation log names it. */
const auditOf = (service: ServiceCaller, context: CallContext): AuditActor => ({
  userName: `service:${service.name}`,
  requestId: context.requestId,
  at: context.at,
});

const creditHandlers = (moves: ServiceMoves, clock: Clock): Pick<AllHandlers, CreditCalls> => ({
  async getBalance({ body }) {
    const { id } = await getEndUser(moves.db, body.user_email);
    const { expiring, ...account } = await getAccount(moves.db, id, clock());
    return {
      available: Number(account.available),
      reserved: Number(account.reserved),
      lifetime_granted: Number(account.lifetime_granted),
      lifetime_consumed: Number(account.lifetime_consumed),
      expiring_30d: Number(expiring),
    };
  },

  async reserveCredits({ body, service, context }) {
    const asked = toAsked("reserve", body, { amount: body.amount, memo: memoOf(body) });
    return toMoved(await moveForService(moves, service, asked, auditOf(service, context)));
  },

  async settleCredits({ body, service, context }) {
    const asked = toAsked("settle", body, { ref: body.hold, amount: body.amount, memo: memoOf(body) });
    return toMoved(await moveForService(moves, service, asked, auditOf(service, context)));
  },

  async voidHold({ body, service, context }) {
    const asked = toAsked("void", body, { ref: body.hold, memo: referenceOf(body) });
    return toMoved(await moveForService(moves, service, asked, auditOf(service, context)));
  },

  async refundCredits({ body, service, context }) {
    const parts = { ref: body.settle, amount: body.amount, category: "compensation" as const, memo: referenceOf(body) };
    return toMoved(await moveForService(moves, service, toAsked("refund", body, parts), auditOf(service, context)));
  },

  async grantFromService({ body, service, context }) {
    const expiresAt = dateOf(body.expires_at);
    const parts = { amount: body.amount, category: body.category, memo: referenceOf(body) };
    const asked = toAsked("grant", body, { ...parts, ...(expiresAt && { expiresAt }) });
    return toMoved(await moveForService(moves, service, asked, auditOf(service, context)));
  },
});

type ContentCalls = "upsertProject" | "upsertProjectTask" | "upsertFavorite";

const contentHandlers = (db: Db, clock: Clock): Pick<AllHandlers, ContentCalls> => ({
  async upsertProject({ body }) {
    const toldAt = toldAtOf(body.occurred_at, clock());
    const { id, user_email: userEmail, name } = body;
    return told(await tellProject(db, { id, userEmail, name, createdAt: dateOf(body.created_at), toldAt }));
  },

  async upsertProjectTask({ body }) {
    const toldAt = toldAtOf(body.occurred_at, clock());
    const news = { id: body.id, projectId: body.project_id, columns: toTaskColumns(body, toldAt), toldAt };
    return told(await tellTask(db, news));
  },

  async upsertFavorite({ body }) {
    const toldAt = toldAtOf(body.occurred_at, clock());
    const news = { id: body.id, userEmail: body.user_email, columns: toFavoriteColumns(body, toldAt), toldAt };
    return told(await tellFavorite(db, news));
  },
});

const orderHandlers = (db: Db, clock: Clock): Pick<AllHandlers, "upsertOrder" | "upsertPlan"> => ({
  async upsertOrder({ body, service, context }) {
    const news = toOrderNews(body, toldAtOf(body.occurred_at, clock()));
    // Services with the backfill scope may also set the time of a payment's credits.
    const past = service.scopes.has("backfill") ? { at: news.paidAt ?? news.orderedAt, refundAt: news.toldAt } : {};
    const isNewer = await db.transaction().execute(async (tx) => {
      const user = await requireLockedUser(tx, body.user_email);
      const dailyCredits = await getDailyCredits(tx, service.credentialId);
      const audit = auditOf(service, context);
      const creator = credentialSubject(service.credentialId);
      return tellOrder(tx, user, news, {
        actor: audit.userName,
        isFromProvider: false,
        creator,
        dailyCredits,
        audit,
        ...past,
      });
    });
    return told(isNewer);
  },

  async upsertPlan({ body }) {
    const at = clock();
    const news = toPlanNews(body, toldAtOf(body.occurred_at, at));
    const isNewer = await db
      .transaction()
      .execute(async (tx) => tellPlan(tx, await requireLockedUser(tx, body.user_email), news, at));
    return told(isNewer);
  },
});
