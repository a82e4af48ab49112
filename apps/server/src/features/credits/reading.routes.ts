// What operators read: an end user's credits, payments, subscriptions, consumption and projects.
// Implements "Platform administration", the calls under /admin/user.
import { Readable } from "node:stream";
import type { creditsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { readNumberedPage } from "../../platform/db/numbered-page.ts";
import { toEndUser, toMovement, toOrder, toProject } from "./credit.dto.ts";
import { type CreditsDeps, typedEmailLimit } from "./credits-deps.ts";
import { searchEndUsers } from "./customers/end-user.store.ts";
import { exportUserList } from "./customers/export-user-list.ts";
import { getConsumption } from "./customers/get-consumption.ts";
import { getEndUser } from "./customers/get-end-user.ts";
import { readCredits } from "./customers/read-credits.ts";
import { readPlans } from "./customers/read-plans.ts";
import { listTold, ORDERS, PLANS, PROJECTS } from "./customers/reported-records.store.ts";
import { toGrantRequest } from "./grants/grant-request.dto.ts";
import { listGrantRequests } from "./grants/grant-request.store.ts";
import { readAllowance } from "./grants/read-allowance.ts";
import { findMovementSpan, listMovements } from "./ledger/movement.store.ts";

type ReadingCalls =
  | "searchEndUsers"
  | "getCredits"
  | "listOrders"
  | "listPlans"
  | "listTransactions"
  | "getConsumption"
  | "listUserProjects"
  | "exportUserList"
  | "listGrantRequests";

const rangeOf = (query: { start_time?: string | undefined; end_time?: string | undefined }) => ({
  from: query.start_time === undefined ? undefined : new Date(query.start_time),
  to: query.end_time === undefined ? undefined : new Date(query.end_time),
});

export const readingHandlers = (deps: CreditsDeps): Pick<Handlers<typeof creditsRoutes>, ReadingCalls> => {
  const { db } = deps;
  return {
    searchEndUsers: async ({ query }) => ({
      items: (await searchEndUsers(db, query.q.trim(), query.limit)).map(toEndUser),
    }),
    getCredits: async ({ params, query, context }) => {
      const { id } = await getEndUser(db, params.email);
      const who = { username: context.actor.username, accountId: id, now: context.at };
      const allowance = await readAllowance(db, who);
      const limits = { type_email_above: typedEmailLimit(deps), second_person_above: allowance.limit, allowance };
      return { ...(await readCredits(deps, params.email, rangeOf(query))), limits };
    },
    listOrders: async ({ query }) => {
      const { id } = await getEndUser(db, query.user_email);
      const { items, total } = await listTold(db, ORDERS, id, rangeOf(query), query);
      return { items: items.map(toOrder), total };
    },
    listPlans: async ({ query }) => {
      const { id } = await getEndUser(db, query.user_email);
      const { items, total } = await listTold(db, PLANS, id, rangeOf(query), query);
      return { items: await readPlans(deps, items), total };
    },
    listTransactions: async ({ query }) => {
      const { id } = await getEndUser(db, query.user_email);
      const span = await findMovementSpan(db, id, rangeOf(query));
      const { items, total } = await readNumberedPage(span, query, (numbers) => listMovements(db, id, numbers));
      return { items: items.map(toMovement), total };
    },
    getConsumption: async ({ query }) => ({
      days: await getConsumption(deps, { ...rangeOf(query), email: query.user_email, timeZone: query.time_zone }),
    }),
    listUserProjects: async ({ query }) => {
      const { id, email } = await getEndUser(db, query.user_email);
      const { items, total } = await listTold(db, PROJECTS, id, rangeOf(query), query);
      return { items: items.map((row) => toProject(row, email)), total };
    },
    exportUserList: async ({ query, reply }) => {
      const table = await exportUserList(deps, { ...rangeOf(query), email: query.user_email, kind: query.kind });
      reply.header("content-disposition", `attachment; filename="${query.kind}s.csv"`);
      await reply.send(Readable.from(table));
    },
    listGrantRequests: async ({ query }) => {
      const { items, total } = await listGrantRequests(db, query.status, query);
      return { items: items.map(toGrantRequest), total };
    },
  };
};
