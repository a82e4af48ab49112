import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aConfig, aVersion, bodyOfLast, findDialog, openSettings } from "../testing/fake-settings.ts";

const AT = "/dynamic-config-manage?key=render.timeout";
const timeout = aConfig("render.timeout");

const typeValue = async ({ user }: ReturnType<typeof openSettings>, words: string): Promise<void> => {
  const box = await screen.findByRole("spinbutton", { name: "Value" });
  await user.clear(box);
  await user.type(box, words);
};

const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save draft" });

it("the settings editor checks while one types, saves a draft, shows the difference and publishes it with a comment", async () => {
  const open = openSettings(AT, [timeout]);
  await typeValue(open, "200");
  expect(screen.getByText("Use 100 or less.")).toBeDefined();
  expect(screen.getByText("The value violates the limits. Correct it before saving.")).toBeDefined();
  expect(save().disabled).toBe(true);
  await typeValue(open, "30");
  await open.user.click(save());
  await waitFor(() => expect(open.items.get("render.timeout")?.version).toBe(4));
  expect(bodyOfLast(open.sent, "settings.updateConfig")).toEqual({
    key: "render.timeout",
    expected_version: 3,
    value: 30,
  });

  await open.user.click(await screen.findByRole("button", { name: "Publish version 4…" }));
  const dialog = await findDialog("Publish version 4 of render.timeout?");
  expect(dialog.textContent).toContain("Removed 10");
  expect(dialog.textContent).toContain("Added 30");
  await open.user.type(within(dialog).getByRole("textbox", { name: /^Comment/ }), "slow renders");
  await open.user.click(within(dialog).getByRole("button", { name: "Publish version 4" }));
  await waitFor(() => expect(open.items.get("render.timeout")?.status).toBe("published"));
  expect(bodyOfLast(open.sent, "settings.publishConfig")).toEqual({
    key: "render.timeout",
    expected_version: 4,
    comment: "slow renders",
  });
});

it("the settings editor asks on a conflict, and can put my edit on top of theirs", async () => {
  const open = openSettings(AT, [timeout]);
  await typeValue(open, "30");
  open.keep({ ...timeout, version: 4, value_version: 4, value: 50, status: "draft", updated_by: "lee" });
  await open.user.click(save());
  const dialog = await findDialog("render.timeout was changed in the meantime");
  expect(dialog.textContent).toContain("lee saved version 4 after you started editing version 3");
  expect(dialog.textContent).toContain("Removed 50");
  expect(dialog.textContent).toContain("Added 30");
  await open.user.click(within(dialog).getByRole("button", { name: "Overwrite with mine" }));
  await waitFor(() => expect(open.items.get("render.timeout")).toMatchObject({ version: 5, value: 30 }));
});

it("the settings editor goes on editing after a conflict, and can take theirs later", async () => {
  const open = openSettings(AT, [timeout]);
  await typeValue(open, "30");
  open.keep({ ...timeout, version: 4, value_version: 4, value: 50, status: "draft", updated_by: "lee" });
  await open.user.click(save());
  const dialog = await findDialog("render.timeout was changed in the meantime");
  await open.user.click(within(dialog).getByRole("button", { name: "Continue editing" }));
  expect(screen.getByRole<HTMLInputElement>("spinbutton", { name: "Value" }).value).toBe("30");
  await open.user.click(await screen.findByRole("button", { name: "Compare" }));
  await open.user.click(await screen.findByRole("button", { name: "Accept theirs" }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("spinbutton", { name: "Value" }).value).toBe("50"));
  expect(open.items.get("render.timeout")?.version).toBe(4);
});

it("the settings editor asks before edits are lost", async () => {
  const open = openSettings(AT, [timeout]);
  await typeValue(open, "30");
  await open.user.click(screen.getByRole("button", { name: "Close" }));
  const dialog = await findDialog("Discard your edits to render.timeout?");
  await open.user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(open.router.state.location.search).toBe("?key=render.timeout");
  expect(screen.getByRole<HTMLInputElement>("spinbutton", { name: "Value" }).value).toBe("30");
});

it("the settings editor discards edits when asked to", async () => {
  const open = openSettings(AT, [timeout]);
  await typeValue(open, "30");
  await open.user.click(screen.getByRole("button", { name: "Close" }));
  const again = await findDialog("Discard your edits to render.timeout?");
  await open.user.click(within(again).getByRole("button", { name: "Discard edits" }));
  await waitFor(() => expect(open.router.state.location.search).toBe(""));
});

it("the settings editor replaces a sensitive value without ever having seen the old one", async () => {
  const secret = aConfig("render.timeout", {
    sensitive: true,
    value: null,
    published_value: null,
    value_type: "text",
    schema: { type: "text" },
  });
  const open = openSettings(AT, [secret], {
    "settings.updateConfig": () => ({
      reply: open.keep({ ...secret, version: 4, value_version: 4, status: "draft" }).reply,
    }),
  });
  await open.user.click(await screen.findByRole("button", { name: "Replace value…" }));
  await open.user.type(screen.getByRole("textbox", { name: "New value" }), "hunter2");
  await open.user.click(save());
  await waitFor(() =>
    expect(bodyOfLast(open.sent, "settings.updateConfig")).toEqual({
      key: "render.timeout",
      expected_version: 3,
      value: "hunter2",
    }),
  );
  expect(await screen.findByRole("button", { name: "Replace value…" })).toBeDefined();
  expect(document.body.textContent).not.toContain("hunter2");
});

it("the settings editor shows the difference before it rolls back", async () => {
  const { schema } = timeout;
  const open = openSettings(`${AT}&tab=history`, [timeout], {
    "settings.listVersions": () => ({
      reply: { items: [aVersion(3, 10, schema), aVersion(2, 5, schema), aVersion(1, 1, schema)], has_more: false },
    }),
    "settings.rollBackConfig": () =>
      open.keep({ ...timeout, version: 4, value_version: 4, published_version: 4, value: 5, published_value: 5 }),
  });
  await open.user.click(await screen.findByRole("button", { name: "Roll back to 2…" }));
  expect(screen.queryByRole("button", { name: "Roll back to 3…" })).toBeNull();
  const dialog = await findDialog("Roll render.timeout back to version 2?");
  expect(dialog.textContent).toContain("Removed 10");
  expect(dialog.textContent).toContain("Added 5");
  await open.user.click(within(dialog).getByRole("button", { name: "Roll back to version 2" }));
  await waitFor(() =>
    expect(bodyOfLast(open.sent, "settings.rollBackConfig")).toEqual({
      key: "render.timeout",
      expected_version: 3,
      version: 2,
      comment: "",
    }),
  );
});

it("the settings editor archives first, and asks for the typed name before it removes an archived key", async () => {
  const open = openSettings(AT, [timeout], {
    "settings.deleteConfig": () => {
      const isArchived = open.items.get("render.timeout")?.status === "archived";
      if (isArchived) open.items.delete("render.timeout");
      else open.keep({ ...timeout, version: 4, status: "archived" });
      return { reply: { outcome: isArchived ? "removed" : "archived" } };
    },
  });
  await open.user.click(await screen.findByRole("button", { name: "Archive…" }));
  await open.user.click(await screen.findByRole("button", { name: "Archive key" }));
  await open.user.click(await screen.findByRole("button", { name: "Delete permanently…" }));
  const remove = await screen.findByRole<HTMLButtonElement>("button", { name: "Delete key" });
  expect(remove.disabled).toBe(true);
  await open.user.type(screen.getByLabelText("Type “render.timeout” to confirm"), "render.timeout");
  await open.user.click(remove);
  await waitFor(() => expect(open.router.state.location.search).toBe(""));
  expect(await screen.findByText("No keys yet")).toBeDefined();
});

it("the settings editor says that there is no such key", async () => {
  const { user, router } = openSettings("/dynamic-config-manage?key=render.gone", [timeout]);
  expect(await screen.findByText("Key render.gone not found")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Back to all keys" }));
  expect(router.state.location.search).toBe("");
});
