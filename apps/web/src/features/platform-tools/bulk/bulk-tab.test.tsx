import { MESSAGES } from "@dailies/contract";
import { cleanup, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/a-user.ts";
import type { SentCall } from "../../../testing/fake-api.ts";
import { callsOf, openTools } from "../testing/open-tools.tsx";
import { aLine, MEI } from "../testing/some-tools.ts";

beforeEach(() => sessionStorage.clear());

interface Body {
  dry_run: boolean;
  bulk_key: string;
  lines: { line: number }[];
}

const bodies = (sent: readonly SentCall[]): Body[] => callsOf(sent, "grantInBulk").map(({ body }) => body as Body);

const answer = ({ body }: SentCall) => {
  const { dry_run: isDry } = body as Body;
  const lines = [aLine(2, { outcome: isDry ? "ready" : "granted" })];
  return { reply: { lines, granted: isDry ? 0 : 1, total_amount: 500 } };
};

const fill = async (user: UserEvent): Promise<void> => {
  await user.click(await screen.findByLabelText("Lines"));
  await user.paste(`email,amount\n${MEI},500\nben@customer.example,half`);
  await user.click(screen.getByLabelText("Compensation"));
  await user.type(screen.getByLabelText("Reason"), "the outage of Monday");
  await user.click(screen.getByRole("button", { name: "Check lines" }));
};

const grant = async (user: UserEvent): Promise<void> => {
  await user.click(await screen.findByRole("button", { name: "Grant 500 credits" }));
  await screen.findByText("Grant 500 credits to 1 end user?");
  await user.click(screen.getAllByRole("button", { name: "Grant 500 credits" }).at(-1) as HTMLElement);
};

describe("a bulk grant", () => {
  it("is checked, previewed, confirmed and reported under one key", async () => {
    const { sent, user } = openTools("?tab=bulk", { "credits.grantInBulk": answer });
    await fill(user);
    expect(await screen.findByRole("row", { name: /2 will be granted.*500 1,200 → 1,700/ })).toBeDefined();
    expect(
      screen.getByRole("row", { name: /3 rejected ben@customer\.example.*“half” is not a whole number/ }),
    ).toBeDefined();
    expect(bodies(sent).map(({ dry_run: isDry }) => isDry)).toEqual([true]);
    await grant(user);
    expect(await screen.findByText("500 credits were granted to 1 end user.")).toBeDefined();
    expect(screen.getByRole("row", { name: /3 rejected/ })).toBeDefined();
    const [dry, real] = bodies(sent);
    expect(real).toEqual({ ...dry, dry_run: false });
    expect(real?.lines).toEqual([{ line: 2, user_email: MEI, amount: 500 }]);
    expect(sessionStorage.length).toBe(0);
    await user.click(screen.getByRole("button", { name: "Start another bulk grant" }));
    expect(await screen.findByLabelText<HTMLTextAreaElement>("Lines")).toHaveProperty("value", "");
  });

  it("is sent again as it was after an answer was lost and the page loaded anew", async () => {
    const first = openTools("?tab=bulk", {
      "credits.grantInBulk": (call) => ((call.body as Body).dry_run ? answer(call) : "network failure"),
    });
    await fill(first.user);
    await grant(first.user);
    await screen.findByText(/A bulk grant of 1 line was sent, but the server did not respond/);
    const lost = bodies(first.sent).at(-1);
    cleanup();
    const second = openTools("?tab=bulk", { "credits.grantInBulk": answer });
    await screen.findByText(/the server did not respond/);
    expect(screen.queryByLabelText("Lines")).toBeNull();
    await second.user.click(screen.getByRole("button", { name: "Send again" }));
    await screen.findByText("500 credits were granted to 1 end user.");
    expect(bodies(second.sent)).toEqual([lost]);
  });

  it("gets another key with other lines", async () => {
    const { sent, user } = openTools("?tab=bulk", { "credits.grantInBulk": answer });
    await fill(user);
    await user.click(await screen.findByRole("button", { name: "Back to lines" }));
    await user.click(await screen.findByRole("button", { name: "Check lines" }));
    await user.click(await screen.findByRole("button", { name: "Back to lines" }));
    await user.type(await screen.findByLabelText("Lines"), "1");
    await user.click(screen.getByRole("button", { name: "Check lines" }));
    await screen.findByRole("button", { name: "Grant 500 credits" });
    const keys = bodies(sent).map(({ bulk_key: key }) => key);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("says at its fields what is missing, and sends nothing", async () => {
    const { sent, user } = openTools("?tab=bulk");
    await user.click(await screen.findByRole("button", { name: "Check lines" }));
    expect(await screen.findByText("enter at least one line")).toBeDefined();
    expect(screen.getByText("choose a category")).toBeDefined();
    expect(bodies(sent)).toEqual([]);
  });

  it("is refused to who lost the right meanwhile, without a call", async () => {
    let isOperator = true;
    const { sent, user } = openTools("?tab=bulk", {
      "auth.me": () => ({ reply: aUser({ username: "ada", permissions: isOperator ? ["MAGI_ADMIN"] : [] }) }),
    });
    await screen.findByLabelText("Lines");
    isOperator = false;
    await fill(user);
    await waitFor(() => expect(screen.getAllByText(MESSAGES.noOperationPermission).length).toBeGreaterThan(0));
    expect(bodies(sent)).toEqual([]);
  });
});
