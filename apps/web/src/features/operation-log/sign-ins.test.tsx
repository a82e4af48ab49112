import type { SecurityEventItem } from "@dailies/contract";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { aHead } from "./testing/an-entry.ts";

const anEvent = (seq: number, options: Partial<SecurityEventItem> = {}): SecurityEventItem => ({
  seq,
  at: "2026-11-19T03:00:00.000Z",
  kind: "sign_in",
  method: "password",
  user_name: "ada",
  typed_mark: null,
  network: "203.0.113.0/24",
  user_agent: "curl/8.0",
  ...options,
});

it("the sign-ins beside the history name who, how and from where, and are searched by user and by kind of event", async () => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "ada", permissions: ["MAGI_ADMIN"] }) }),
    "operationLog.listOperations": () => ({ reply: { items: [], total: 0, head: aHead(0) } }),
    "operationLog.listOperationTypes": () => ({ reply: { items: [] } }),
    "operationLog.listSecurityEvents": ({ url }) => {
      const isFirst = !url.searchParams.has("before");
      const unknown = anEvent(8, { kind: "sign_in_failed", user_name: null, typed_mark: "0a1b2c3d4e5f" });
      return {
        reply: { items: isFirst ? [anEvent(9), unknown] : [anEvent(2, { kind: "sign_out" })], has_more: isFirst },
      };
    },
  });
  const { user } = renderConsole("/platform/history");
  await user.click(await screen.findByRole("button", { name: "Sign-ins" }));
  expect(await screen.findByRole("row", { name: /Signed in.*ada.*203\.0\.113\.0\/24.*curl/ })).toBeDefined();
  expect(screen.getByRole("row", { name: /Failed to sign in.*No such account \(0a1b2c3d4e5f\)/ })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Show older" }));
  expect(await screen.findByRole("row", { name: /Signed out/ })).toBeDefined();
  await user.type(screen.getByRole("searchbox", { name: "Username or e-mail address (exact)" }), "mei{Enter}");
  const last = () => sent.filter(({ name }) => name === "operationLog.listSecurityEvents").at(-1)?.url.searchParams;
  await waitFor(() => expect(last()?.get("user")).toBe("mei"));
});
