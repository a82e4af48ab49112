import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { aCredential, aHold, anEvent } from "./some-tools.ts";

type Answers = Parameters<typeof fakeApi>[0];

const HEAD = { seq: 1842, hash: "9f3c".repeat(16), at: "2026-11-15T09:30:00Z" };

interface OpenTools extends Pick<ReturnType<typeof renderConsole>, "router" | "user"> {
  sent: SentCall[];
}

/** Renders the tools at a URL, against a mock server with one record of each kind. */
export const openTools = (search: string, answers: Answers = {}): OpenTools => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "ada", permissions: ["MAGI_ADMIN"] }) }),
    "operationLog.listOperations": () => ({ reply: { items: [], total: 1842, head: HEAD } }),
    "platformTools.previewExpiry": () => ({ reply: { lots: [], total: 0, is_total_exact: true, amount: 0 } }),
    "platformTools.listOpenHolds": () => ({ reply: { items: [aHold(7)], total: 1, is_total_exact: true } }),
    "platformTools.listPaymentEvents": () => ({
      reply: { items: [anEvent("evt_1")], has_more: false, is_stripe_configured: true },
    }),
    "approvals.listApprovals": () => ({ reply: { items: [], total: 0 } }),
    "platformTools.listServiceCredentials": () => ({ reply: { items: [aCredential()], total: 1 } }),
    ...answers,
  });
  const { router, user } = renderConsole(`/platform/tools${search}`);
  return { sent, router, user };
};

export const callsOf = (sent: readonly SentCall[], name: string): SentCall[] =>
  sent.filter((call) => call.name.endsWith(`.${name}`));
