import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { aMovement, anAccount, anOrder, aPlan, aProject, MEI } from "./an-end-user.ts";

type Answers = Parameters<typeof fakeApi>[0];

type OpenEndUsers = ReturnType<typeof renderConsole> & { sent: SentCall[] };

export const OPERATOR = ["MAGI_ADMIN"];

/** Renders the end-users screen at a URL, against a mock server with one user. */
export const openEndUsers = (search: string, answers: Answers = {}): OpenEndUsers => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "ada", permissions: OPERATOR }) }),
    "credits.getCredits": ({ url }) =>
      decodeURIComponent(url.pathname).endsWith(MEI)
        ? { reply: anAccount() }
        : { refuse: 404, code: "not_found", detail: "no end user has this e-mail address" },
    "credits.searchEndUsers": () => ({ reply: { items: [anAccount().user] } }),
    "credits.listTransactions": () => ({ reply: { items: [aMovement(7)], total: 61 } }),
    "credits.listOrders": () => ({ reply: { items: [anOrder()], total: 1 } }),
    "credits.listPlans": () => ({ reply: { items: [aPlan()], total: 1 } }),
    "credits.listUserProjects": () => ({ reply: { items: [aProject()], total: 1 } }),
    "credits.getConsumption": () => ({ reply: { days: [] } }),
    "credits.listGrantRequests": () => ({ reply: { items: [], total: 0 } }),
    ...answers,
  });
  return { sent, ...renderConsole(`/platform/user${search}`) };
};

export const callsOf = (sent: readonly SentCall[], name: string): SentCall[] =>
  sent.filter((call) => call.name === `credits.${name}`);
