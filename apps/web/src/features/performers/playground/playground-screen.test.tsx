import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aCall, aPerformer } from "../testing/a-call.ts";
import { bodiesOf, openPerformers } from "../testing/fake-performers.ts";

const PATH = "/playground";
const CREATE = "performers.createPerformerTask";

it("the playground turns a prompt into clips, staged above the earlier ones", async () => {
  const { user, sent } = openPerformers(PATH, { performers: [aPerformer(1)], calls: [aCall(1)], permissions: [] });
  await user.type(await screen.findByRole("textbox", { name: "Prompt" }), "a lighthouse");
  await user.click(screen.getByText("2 clips"));
  await user.click(screen.getByRole("button", { name: "Generate 2 clips" }));
  const stage = await screen.findByRole("list", { name: "Latest request" });
  await waitFor(() => expect(within(stage).getAllByRole("listitem", { current: false }).length).toBeGreaterThan(1));
  const [body] = bodiesOf(sent, CREATE);
  expect(body).toMatchObject({ input: { prompt: "a lighthouse" } });
  expect(body?.seeds).toHaveLength(2);
  const last = screen.getByRole("list", { name: "Recent clips" });
  expect(within(last).getAllByRole("button", { name: /^Play / })).toHaveLength(1);
});

it("the playground offers only what is shared, and no saving to those outside of version 1.0", async () => {
  const hidden = aPerformer(2, { name: "Hidden", shared_with_internal: false });
  const { user } = openPerformers(PATH, { performers: [hidden, aPerformer(1)], calls: [aCall(1)], permissions: [] });
  await user.click(await screen.findByRole("button", { name: /^Actions for/ }));
  expect(await screen.findByRole("menuitem", { name: "Run with new seed" })).toBeDefined();
  expect(screen.queryByRole("menuitem", { name: "Save as row…" })).toBeNull();
  expect(screen.queryByText("Hidden")).toBeNull();
});

it("the playground names who could share a performer when none is shared", async () => {
  openPerformers(PATH, { performers: [], calls: [], permissions: [] });
  expect(await screen.findByText("No performer is shared yet")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Go to performers" })).toBeNull();
});

it("the playground compares marked clips under an address that can be shared", async () => {
  const calls = [aCall(1), aCall(2)];
  const { user, router } = openPerformers(PATH, { performers: [aPerformer(1)], calls, permissions: [] });
  for (const box of await screen.findAllByRole("checkbox", { name: /to compare$/ })) await user.click(box);
  await user.click(screen.getByRole("button", { name: "Compare 2 clips" }));
  expect(router.state.location.search).toBe(`?compare=${encodeURIComponent(calls.map(({ id }) => id).join(","))}`);
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText(/Seed 41/)).toBeDefined();
  expect(within(dialog).getByText(/Seed 42/)).toBeDefined();
});
