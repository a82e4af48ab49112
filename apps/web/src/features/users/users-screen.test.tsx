import type { UserItem } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../testing/fake-api.ts";
import { aCode, aPerson, asInfo } from "../../testing/people.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const WRITER = ["USE_VERSION_1_0", "USER_MANAGE_R", "USER_MANAGE_W"];
const READER = ["USE_VERSION_1_0", "USER_MANAGE_R"];
const mei = aPerson(1, { username: "mei", realname: "Mei Lin", perms: WRITER });
const lea = aPerson(2, { username: "lea", realname: "Lea Okafor", role: "labeller", hasPassword: false });
const codes = [aCode("USE_VERSION_1_0"), aCode("USER_MANAGE_W"), aCode("MAGI_ADMIN", { group: "Platform", bit: 256 })];

type Answers = Parameters<typeof fakeApi>[0];

const open = (address: string, permissions = WRITER, answers: Answers = {}, people: UserItem[] = [mei, lea]) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei", permissions }) }),
    "users.listUsers": () => ({ reply: { items: people, total: people.length, roles: ["developer", "labeller"] } }),
    "permissions.listPermissions": () => ({ reply: { items: codes, total: codes.length } }),
    "users.getUserInfo": ({ url }) => {
      const person = people.find(({ id }) => id === url.searchParams.get("id"));
      return person ? { reply: asInfo(person) } : { refuse: 404, code: "not_found", detail: "there is no such user" };
    },
    ...answers,
  });
  return { sent, ...renderConsole(address) };
};

const lastOf = (sent: SentCall[], name: string): SentCall | undefined =>
  sent.filter((call) => call.name === name).at(-1);

/** Finds a dialog by title: in tests antd gives every dialog the same id, so it would get the name of the drawer below. */
const dialogTitled = async (title: string): Promise<HTMLElement> => {
  const heading = await screen.findByText(title);
  const dialog = heading.closest<HTMLElement>('[role="dialog"]');
  return dialog ?? expect.unreachable(`${title} is not in a dialog`);
};

describe("the list of users", () => {
  it("asks for what stands in the address", async () => {
    const { sent } = open(
      "/user-manage?q=me&status=enabled&perm=A_B&perm=C_D&sort=email&order=desc&page=2&page_size=30",
    );
    await screen.findByText("Mei Lin");
    const asked = lastOf(sent, "users.listUsers")?.url.searchParams;
    expect(asked?.getAll("perm")).toEqual(["A_B", "C_D"]);
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      q: "me",
      status: "enabled",
      sort: "email",
      order: "desc",
      limit: "30",
      offset: "30",
    });
  });

  it("shows one's own row and who has no password yet", async () => {
    open("/user-manage");
    const own = await screen.findByRole("row", { name: /Mei Lin/ });
    expect(within(own).getByText("you")).toBeDefined();
    const other = screen.getByRole("row", { name: /Lea Okafor/ });
    expect(within(other).getByText("Not set")).toBeDefined();
  });

  it("offers nothing to change to who may only look", async () => {
    open("/user-manage", READER);
    await screen.findByText("Mei Lin");
    expect(screen.queryByRole("button", { name: "Create user" })).toBeNull();
    expect(screen.getByText(/requires USER_MANAGE_W/)).toBeDefined();
  });

  it("says that nobody matches and clears the filters", async () => {
    const { user, router } = open("/user-manage?status=disabled", WRITER, {}, []);
    await screen.findByRole("heading", { name: "No user matches" });
    const [clear] = screen.getAllByRole("button", { name: "Clear filters" });
    if (clear) await user.click(clear);
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("stands with the reason when it cannot be loaded", async () => {
    open("/user-manage", WRITER, {
      "users.listUsers": () => ({ refuse: 500, detail: "the list is being counted" }),
    });
    const main = await screen.findByRole("main");
    expect(await within(main).findByText("the list is being counted")).toBeDefined();
  });
});

describe("one person", () => {
  it("says why they hold a code and what mask it makes", async () => {
    open(`/user-manage?user=${mei.id}`);
    const drawer = await screen.findByRole("dialog", { name: "Mei Lin" });
    expect((await within(drawer).findAllByText(/granted by ada/)).length).toBe(WRITER.length);
    expect(within(drawer).getByText(/= MAGI_DEFAULT 1/)).toBeDefined();
  });

  it("cannot disable themselves, and is told so", async () => {
    open(`/user-manage?user=${mei.id}`);
    const drawer = await screen.findByRole("dialog", { name: "Mei Lin" });
    await within(drawer).findByText("You cannot disable your own account.");
    expect(within(drawer).queryByRole("button", { name: "Disable user" })).toBeNull();
  });

  it("edits only their name of their own", async () => {
    const { user, sent } = open(`/user-manage?user=${mei.id}`, WRITER, {
      "users.updateUser": () => ({ reply: { ...mei, realname: "Mei L." } }),
    });
    await user.click(await screen.findByRole("button", { name: "Edit user" }));
    const dialog = await dialogTitled("Edit Mei Lin");
    expect(within(dialog).queryByRole("checkbox")).toBeNull();
    await user.clear(within(dialog).getByLabelText("Name"));
    await user.type(within(dialog).getByLabelText("Name"), "Mei L.");
    await user.click(within(dialog).getByRole("button", { name: "Save changes" }));
    await waitFor(() =>
      expect(lastOf(sent, "users.updateUser")?.body).toEqual({ id: mei.id, expected_version: 1, realname: "Mei L." }),
    );
  });

  it("is disabled after the effect was said", async () => {
    const { user, sent } = open(`/user-manage?user=${lea.id}`, WRITER, {
      "users.updateUser": () => ({ reply: { ...lea, is_enabled: false } }),
    });
    await user.click(await screen.findByRole("button", { name: "Disable user" }));
    const dialog = await dialogTitled("Disable Lea Okafor?");
    expect(within(dialog).getByText(/signed out everywhere/)).toBeDefined();
    await user.click(within(dialog).getByRole("button", { name: "Disable Lea Okafor" }));
    await waitFor(() =>
      expect(lastOf(sent, "users.updateUser")?.body).toEqual({ id: lea.id, expected_version: 1, is_enabled: false }),
    );
  });

  it("shows a failure in the drawer", async () => {
    open(`/user-manage?user=${aPerson(9).id}`);
    expect(await screen.findByText("there is no such user")).toBeDefined();
  });
});

describe("a conflict", () => {
  it("offers theirs or the difference, and goes on with mine on the new version", async () => {
    let now = lea;
    const { user, sent } = open(`/user-manage?user=${lea.id}`, WRITER, {
      "users.getUserInfo": () => ({ reply: asInfo(now) }),
      "users.updateUser": ({ body }) => {
        if ((body as { expected_version: number }).expected_version === now.version) return { reply: now };
        return { refuse: 409, code: "conflict", detail: "'lea' was changed by ada in the meantime" };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Edit user" }));
    const dialog = await dialogTitled("Edit Lea Okafor");
    now = { ...lea, user_role: "reviewer", version: 5 };
    await user.clear(within(dialog).getByLabelText("Name"));
    await user.type(within(dialog).getByLabelText("Name"), "Lea O.");
    await user.click(within(dialog).getByRole("button", { name: "Save changes" }));
    await user.click(await within(dialog).findByRole("button", { name: "Show difference" }));
    const lines = within(dialog)
      .getAllByRole("row")
      .map((row) => row.textContent);
    expect(lines).toEqual(["FieldYoursTheirs", "NameLea O.Lea Okafor", "Rolelabellerreviewer"]);
    await user.click(within(dialog).getByRole("button", { name: "Keep my changes" }));
    await user.click(await within(dialog).findByRole("button", { name: "Save changes" }));
    await waitFor(() =>
      expect(lastOf(sent, "users.updateUser")?.body).toMatchObject({ expected_version: 5, realname: "Lea O." }),
    );
  });
});

describe("creating a user", () => {
  it("does not let anybody give what they do not hold, and says why", async () => {
    const { user } = open("/user-manage");
    await user.click(await screen.findByRole("button", { name: "Create user" }));
    const dialog = await screen.findByRole("dialog", { name: "Create a user" });
    expect((await within(dialog).findByRole<HTMLInputElement>("checkbox", { name: /MAGI_ADMIN/ })).disabled).toBe(true);
    expect(within(dialog).getByText("You can grant only permissions that you hold.")).toBeDefined();
    expect(within(dialog).getByRole<HTMLInputElement>("checkbox", { name: /USE_VERSION_1_0/ }).disabled).toBe(false);
  });

  it("sends what was typed and keeps a refusal in the form", async () => {
    const { user, sent } = open("/user-manage", WRITER, {
      "users.createUser": () => ({ refuse: 409, code: "conflict", detail: "the username 'zoe' is taken" }),
    });
    await user.click(await screen.findByRole("button", { name: "Create user" }));
    const dialog = await screen.findByRole("dialog", { name: "Create a user" });
    await user.type(within(dialog).getByLabelText("Name"), "Zoe");
    await user.type(within(dialog).getByLabelText("Username"), "zoe");
    await user.type(within(dialog).getByLabelText("E-mail"), "zoe@example.com");
    await user.click(await within(dialog).findByRole("checkbox", { name: /USE_VERSION_1_0/ }));
    await user.click(within(dialog).getByRole("button", { name: "Create and invite" }));
    expect(await within(dialog).findByText("the username 'zoe' is taken")).toBeDefined();
    expect(lastOf(sent, "users.createUser")?.body).toEqual({
      realname: "Zoe",
      username: "zoe",
      email: "zoe@example.com",
      user_role: "developer",
      perms: ["USE_VERSION_1_0"],
    });
  });
});
