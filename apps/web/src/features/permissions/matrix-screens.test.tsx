import { MESSAGES } from "@dailies/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { chooseLanguage } from "../../lib/language.ts";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../testing/fake-api.ts";
import { aCode, aPerson } from "../../testing/people.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const WRITER = ["USE_VERSION_1_0", "PERM_MANAGE_R", "PERM_MANAGE_W"];
const mei = aPerson(1, { username: "mei", realname: "Mei Lin", perms: WRITER });
const lea = aPerson(2, { username: "lea", realname: "Lea Okafor", perms: ["USE_VERSION_1_0"] });
const codes = [
  aCode("USE_VERSION_1_0"),
  aCode("PERM_MANAGE_W", { group: "People", holders: 1 }),
  aCode("REEL_ROOM", { group: "Rooms", is_system: false, holders: 0 }),
];

type Answers = Parameters<typeof fakeApi>[0];

const open = (address: string, answers: Answers = {}, permissions = WRITER) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei", permissions }) }),
    "permissions.listPermissions": () => ({ reply: { items: codes, total: codes.length } }),
    "permissions.listMatrix": () => ({ reply: { items: [mei, lea], total: 2 } }),
    "permissions.listHistory": () => ({ reply: { items: [], has_more: false } }),
    "approvals.listApprovals": () => ({ reply: { items: [], total: 0 } }),
    ...answers,
  });
  return { sent, ...renderConsole(address) };
};

const cell = (name: string, code: string, state: string): Promise<HTMLElement> =>
  screen.findByRole("gridcell", { name: `${name}, ${code}: ${state}` });
const lastOf = (sent: SentCall[], name: string): SentCall | undefined =>
  sent.filter((call) => call.name === name).at(-1);

describe("the matrix", () => {
  it("collects changes, reviews them by person and saves them as one", async () => {
    const { user, sent } = open("/perm-manage?tab=matrix", {
      "permissions.changePermissions": () => ({ reply: { items: [] } }),
    });
    await user.click(await cell("Lea Okafor", "USE_VERSION_1_0", "held"));
    await user.click(await cell("Lea Okafor", "REEL_ROOM", "not held"));
    await cell("Lea Okafor", "USE_VERSION_1_0", "to be revoked");
    await user.click(screen.getByRole("button", { name: "Review 2 changes" }));
    const dialog = await screen.findByRole("dialog", { name: "Review 2 changes" });
    await user.type(within(dialog).getByLabelText("Reason"), "new team");
    await user.click(within(dialog).getByRole("button", { name: "Save 2 changes" }));
    await waitFor(() =>
      expect(lastOf(sent, "permissions.changePermissions")?.body).toEqual({
        changes: [{ id: lea.id, expected_version: 1, add: ["REEL_ROOM"], remove: ["USE_VERSION_1_0"] }],
        reason: "new team",
      }),
    );
    await screen.findByRole("button", { name: "No changes yet" });
  });

  it("is used by keyboard, and one's own row stays", async () => {
    const { user } = open("/perm-manage?tab=matrix");
    await cell("Mei Lin", "USE_VERSION_1_0", "held");
    screen.getByRole("grid").focus();
    await user.keyboard(" ");
    expect(await screen.findByText(/You cannot change your own permissions/)).toBeDefined();
    await user.keyboard("{ArrowDown}{ArrowRight}{ArrowRight} ");
    await cell("Lea Okafor", "REEL_ROOM", "to be granted");
    expect(screen.getByRole("button", { name: "Review 1 change" })).toBeDefined();
    await user.keyboard(" ");
    expect(screen.getByRole("button", { name: "No changes yet" })).toBeDefined();
  });

  it("names who was changed meanwhile and keeps the rest", async () => {
    let now = lea;
    const { user, sent } = open("/perm-manage?tab=matrix", {
      "permissions.listMatrix": () => ({ reply: { items: [mei, now], total: 2 } }),
      "permissions.changePermissions": ({ body }) =>
        (body as { changes: { expected_version: number }[] }).changes[0]?.expected_version === now.version
          ? { reply: { items: [] } }
          : { refuse: 409, code: "conflict", detail: "'lea' was changed by ada in the meantime" },
    });
    await user.click(await cell("Lea Okafor", "REEL_ROOM", "not held"));
    now = { ...lea, perms: [...lea.perms, "PERM_MANAGE_W"], version: 7 };
    await user.click(screen.getByRole("button", { name: "Review 1 change" }));
    const dialog = await screen.findByRole("dialog", { name: "Review 1 change" });
    await user.click(within(dialog).getByRole("button", { name: "Save 1 change" }));
    expect(await within(dialog).findByText(/1 user was changed in the meantime/)).toBeDefined();
    expect(within(dialog).getByText("+ PERM_MANAGE_W")).toBeDefined();
    await user.click(within(dialog).getByRole("button", { name: /Save 1 change$/ }));
    await waitFor(() =>
      expect(lastOf(sent, "permissions.changePermissions")?.body).toMatchObject({
        changes: [{ expected_version: 7, add: ["REEL_ROOM"] }],
      }),
    );
  });

  it("asks before changes are lost", async () => {
    const { user } = open("/perm-manage?tab=matrix");
    await user.click(await cell("Lea Okafor", "REEL_ROOM", "not held"));
    await user.click(screen.getByRole("link", { name: "Codes" }));
    const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("button", { name: "Review 1 change" })).toBeDefined();
  });

  it("says 'something error' when permissions cannot be loaded", async () => {
    open("/perm-manage?tab=matrix", { "permissions.listPermissions": () => ({ refuse: 500, detail: "not now" }) });
    expect(await screen.findByText(MESSAGES.permissionsFailed)).toBeDefined();
  });
});

describe("a permission that waits for a second person", () => {
  const request = {
    id: "0198c0de-0000-7000-8000-00000000abcd",
    kind: "permission",
    target: "lea",
    details: { permission: "MAGI_ADMIN" },
    reason: "a new colleague",
    status: "pending",
    requested_by: "ada",
    requested_at: "2026-11-16T10:00:00Z",
    decided_by: null,
    decided_at: null,
    decided_reason: "",
  };
  const page = {
    items: [{ ...lea, perms: [], waiting_perms: ["MAGI_ADMIN"], platform_flags: 1 }],
    total: 1,
    flags: [aCode("MAGI_ADMIN", { group: "Platform", bit: 256 })],
  };
  const openFlags = (requested_by: string) =>
    open(
      "/platform/permission",
      {
        "permissions.listFlags": () => ({ reply: page }),
        "approvals.listApprovals": () => ({ reply: { items: [{ ...request, requested_by }], total: 1 } }),
        "approvals.decideApproval": () => ({
          reply: { ...request, status: "approved", decided_by: "mei", decided_at: "2026-11-16T11:00:00Z" },
        }),
      },
      ["MAGI_ADMIN"],
    );

  it("is shown in its cell, and another administrator approves it with a reason", async () => {
    const { user, sent } = openFlags("ada");
    expect(await cell("Lea Okafor", "MAGI_ADMIN", "waits for a second administrator")).toBeDefined();
    await user.click(await screen.findByRole("button", { name: "Approve lea" }));
    const dialog = await screen.findByRole("dialog", { name: "Give lea this permission?" });
    await user.type(within(dialog).getByLabelText("Reason"), "she starts today");
    await user.click(within(dialog).getByRole("button", { name: "Approve request" }));
    await waitFor(() =>
      expect(lastOf(sent, "approvals.decideApproval")?.body).toEqual({
        id: request.id,
        decision: "approved",
        reason: "she starts today",
      }),
    );
  });

  it("can only be withdrawn by whoever asked for it", async () => {
    openFlags("mei");
    expect(await screen.findByText("You requested this. Another administrator has to approve it.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Withdraw lea" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Approve lea" })).toBeNull();
  });
});

describe("platform flags", () => {
  it("shows masks, keeps bits nobody knows and previews a change", async () => {
    const flags = [
      aCode("MAGI_UGC_AUDIT", { group: "Platform", bit: 8 }),
      aCode("MAGI_ADMIN", { group: "Platform", bit: 256 }),
    ];
    const rows = [
      { ...mei, perms: ["MAGI_ADMIN"], platform_flags: 257 },
      { ...lea, perms: [], platform_flags: 1 + 1024 },
    ];
    const { user } = open(
      "/platform/permission",
      { "permissions.listFlags": () => ({ reply: { items: rows, total: 2, flags } }) },
      ["MAGI_ADMIN", "MAGI_UGC_AUDIT"],
    );
    expect(await screen.findByText("0b1_0000_0001")).toBeDefined();
    expect(screen.getByText("unknown bits 1024")).toBeDefined();
    await user.click(await cell("Mei Lin", "MAGI_ADMIN", "held"));
    expect(await screen.findByText(/You cannot change your own permissions/)).toBeDefined();
    await user.click(await cell("Lea Okafor", "MAGI_UGC_AUDIT", "not held"));
    expect(await screen.findByText("0b100_0000_1001")).toBeDefined();
  });
});

describe("the list of codes", () => {
  it("describes the console's own codes in the language of the reader, and others as they were written", async () => {
    const changed = aCode("USER_MANAGE_R", { group: "People", description: "Sees our crew.", version: 2 });
    const items = [...codes, changed];
    open("/perm-manage", { "permissions.listPermissions": () => ({ reply: { items, total: items.length } }) });
    await screen.findByText("REEL_ROOM");
    await act(() => chooseLanguage("zh"));
    expect(await screen.findByText("打开 1.0 版区域：任务、基准测试、维度。")).toBeDefined();
    expect(screen.getAllByText("人员").length).toBeGreaterThan(0);
    expect(screen.getByText("Rooms")).toBeDefined();
    expect(screen.getByText("Sees our crew.")).toBeDefined();
    await act(() => chooseLanguage("en"));
  });
});
