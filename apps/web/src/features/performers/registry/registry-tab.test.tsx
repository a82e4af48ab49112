import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aPerformer } from "../testing/a-call.ts";
import { bodiesOf, openPerformers } from "../testing/fake-performers.ts";

const PATH = "/performer-playground?tab=performers";
const ok = { reply: { ok: true } };

it("the performer registry adds a performer from a preset, with its inputs and its own settings", async () => {
  const { user, sent, router } = openPerformers(`${PATH}&edit=new`, {
    performers: [aPerformer(9)],
    calls: [],
    others: { "performers.createPerformer": () => ({ reply: aPerformer(9) }) },
  });
  await user.click(await screen.findByRole("button", { name: /^Any HTTP service/ }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Ours");
  await user.type(screen.getByRole("textbox", { name: "Base URL" }), "https://video.example");
  await user.type(screen.getByLabelText(/^Secret/), "s3cret");
  const path = screen.getByRole("textbox", { name: "Path to submit" });
  await user.clear(path);
  await user.type(path, "/make");
  await user.click(screen.getAllByRole("button", { name: "Add performer" }).at(-1) ?? document.body);
  await waitFor(() => expect(bodiesOf(sent, "performers.createPerformer")).toHaveLength(1));
  const [body] = bodiesOf(sent, "performers.createPerformer");
  expect(body).toMatchObject({
    name: "Ours",
    adapter: "http",
    secret: "s3cret",
    adapter_config: { submit_path: "/make", poll_path: "/jobs/{id}" },
  });
  await waitFor(() => expect(router.state.location.search).toContain(aPerformer(9).id));
});

it("the performer registry warns that another origin erases the secret, and keeps it when nothing is entered", async () => {
  const performer = aPerformer(1, { is_secret_set: true });
  const { user, sent } = openPerformers(`${PATH}&edit=${performer.id}`, {
    performers: [performer],
    calls: [],
    others: { "performers.updatePerformer": () => ({ reply: performer }) },
  });
  const address = await screen.findByRole("textbox", { name: "Base URL" });
  expect(screen.queryByText(/the stored secret will be deleted/i)).toBeNull();
  await user.clear(address);
  await user.type(address, "https://other.example");
  expect(await screen.findByText(/the stored secret will be deleted/i)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(bodiesOf(sent, "performers.updatePerformer")).toHaveLength(1));
  const [body] = bodiesOf(sent, "performers.updatePerformer");
  expect(body).toMatchObject({ endpoint: "https://other.example", expected_revision: 1, adapter: "videos" });
  expect(body).not.toHaveProperty("secret");
});

it("the performer registry tests the connection and says how it went, disables, and deletes after asking", async () => {
  const performer = aPerformer(1);
  const { user, sent } = openPerformers(`${PATH}&edit=${performer.id}`, {
    performers: [performer],
    calls: [],
    others: {
      "performers.testPerformer": () => ({ reply: { is_ok: false, took_ms: 12, message: "no route" } }),
      "performers.updatePerformer": () => ({ reply: performer }),
      "performers.deletePerformer": () => ok,
    },
  });
  await user.click(await screen.findByRole("button", { name: "Test connection" }));
  expect(await screen.findByText("Test failed: no route")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Disable" }));
  await waitFor(() => expect(bodiesOf(sent, "performers.updatePerformer")).toMatchObject([{ is_enabled: false }]));
  await user.click(screen.getByRole("button", { name: "Delete performer" }));
  const title = await screen.findByText("Delete Performer 1?");
  const dialog = title.closest<HTMLElement>('[role="dialog"]') ?? document.body;
  await user.click(within(dialog).getByRole("button", { name: "Delete performer" }));
  await waitFor(() => expect(bodiesOf(sent, "performers.deletePerformer")).toEqual([{ id: performer.id }]));
});

it("the performer registry edits the inputs: a new one with a key, a role and a default", async () => {
  const performer = aPerformer(1, { input_schema: [] });
  const { user, sent } = openPerformers(`${PATH}&edit=${performer.id}`, {
    performers: [performer],
    calls: [],
    others: { "performers.updatePerformer": () => ({ reply: performer }) },
  });
  await user.click(await screen.findByRole("button", { name: "Add input" }));
  await user.type(screen.getByRole("textbox", { name: "Key" }), "style");
  await user.type(screen.getByRole("textbox", { name: "Label" }), "Style");
  await user.click(screen.getByRole("checkbox", { name: "Required" }));
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(bodiesOf(sent, "performers.updatePerformer")).toHaveLength(1));
  expect(bodiesOf(sent, "performers.updatePerformer")[0]?.input_schema).toEqual([
    { key: "style", label: "Style", spec: { type: "text" }, is_required: true },
  ]);
});
