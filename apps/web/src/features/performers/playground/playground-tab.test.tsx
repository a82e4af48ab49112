import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aCall, aPerformer, aRunningCall } from "../testing/a-call.ts";
import { bodiesOf, openPerformers } from "../testing/fake-performers.ts";

const PATH = "/performer-playground";
const CREATE = "performers.createPerformerTask";

it("the playground tab runs a list of seeds with what the form holds, and says beforehand what it costs", async () => {
  const { user, sent } = openPerformers(PATH, { performers: [aPerformer(1)], calls: [] });
  expect(await screen.findByText("No clips yet")).toBeDefined();
  const run = screen.getByRole("button", { name: "Run 1 call" });
  expect(run).toHaveProperty("disabled", true);
  await user.type(screen.getByRole("textbox", { name: "Prompt" }), "a lighthouse");
  await user.click(screen.getByText("List"));
  await user.type(screen.getByRole("textbox", { name: "List of seeds" }), "7, 8");
  expect(await screen.findByText("2 calls ≈ $0.40")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Run 2 calls" }));
  const results = await screen.findByRole("list", { name: "Results" });
  expect(within(results).getAllByText("Running 40 %")).toHaveLength(2);
  expect(bodiesOf(sent, CREATE)).toMatchObject([{ input: { prompt: "a lighthouse" }, seeds: [7, 8] }]);
});

it("the playground tab asks again under the same key and with the same seeds while there was no answer, and under a new one after it", async () => {
  let isDown = true;
  const performer = aPerformer(1);
  const { user, sent } = openPerformers(PATH, {
    performers: [performer],
    calls: [],
    others: { [CREATE]: () => (isDown ? "network failure" : { reply: { items: [aRunningCall(1)] } }) },
  });
  await user.type(await screen.findByRole("textbox", { name: "Prompt" }), "a lighthouse");
  const run = screen.getByRole("button", { name: "Run 1 call" });
  await user.click(run);
  expect((await screen.findAllByText(/cannot be reached/)).length).toBeGreaterThan(0);
  isDown = false;
  await user.click(run);
  await waitFor(() => expect(bodiesOf(sent, CREATE)).toHaveLength(2));
  await waitFor(() => expect(run.className).not.toContain("loading"));
  await user.click(run);
  await waitFor(() => expect(bodiesOf(sent, CREATE)).toHaveLength(3));
  const [first, second, third] = bodiesOf(sent, CREATE);
  expect(second).toEqual(first);
  expect(third?.request_key).not.toBe(first?.request_key);
});

it("the playground tab shows the way of a call, and on the wall what came otherwise than asked", async () => {
  openPerformers(PATH, {
    performers: [aPerformer(1)],
    calls: [
      aRunningCall(1, { status: "Queued", queue_position: 2, progress: null, started_at: null }),
      aCall(2, { warnings: [{ field: "seconds", asked: "5 s", got: "4.04 s" }] }),
      aCall(3, {
        status: "Failed",
        outputs: [],
        cost: null,
        error: { code: "refused", message: "not this", is_retryable: false },
      }),
    ],
  });
  const results = await screen.findByRole("list", { name: "Results" });
  expect(within(results).getByText("Queued (3rd)")).toBeDefined();
  expect(within(results).getByText("Duration: requested 5 s, got 4.04 s")).toBeDefined();
  expect(within(results).getByText("not this")).toBeDefined();
  expect(within(results).getAllByText("$0.20").length).toBe(1);
});

it("the playground tab says that a performer has no credentials and does not pretend to run it", async () => {
  const fal = aPerformer(1, { adapter: "fal", name: "Wan on fal" });
  const { user } = openPerformers(PATH, { performers: [fal], calls: [] });
  await user.type(await screen.findByRole("textbox", { name: "Prompt" }), "a lighthouse");
  expect(screen.getByText("Wan on fal has no credentials and cannot be called.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Run 1 call" })).toHaveProperty("disabled", true);
  await user.click(screen.getByRole("link", { name: "Open settings" }));
  expect(await screen.findByRole("dialog", { name: "Wan on fal" })).toBeDefined();
});

it("the playground tab fills the form from a call named in the address", async () => {
  const call = aCall(5);
  openPerformers(`${PATH}?from=${call.id}`, { performers: [aPerformer(1)], calls: [call] });
  expect(await screen.findByRole("textbox", { name: "Prompt" })).toHaveProperty("value", call.title);
  expect(screen.getByRole("textbox", { name: "List of seeds" })).toHaveProperty("value", "45");
});

it("the playground tab runs a call again with the same seed or another one, as a repetition of it", async () => {
  const { user, sent } = openPerformers(PATH, { performers: [aPerformer(1)], calls: [aCall(5)] });
  await user.click(await screen.findByRole("button", { name: /^Actions for/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Run again" }));
  await waitFor(() => expect(bodiesOf(sent, CREATE)).toHaveLength(1));
  expect(bodiesOf(sent, CREATE)[0]).toMatchObject({ seeds: [45], retry_of: aCall(5).id });
});

it("the playground tab offers to add a performer where there is none", async () => {
  const { user } = openPerformers(PATH, { performers: [], calls: [] });
  await user.click(await screen.findByRole("button", { name: "Add performer" }));
  expect(await screen.findByRole("dialog", { name: "Add performer" })).toBeDefined();
});

it("the playground tab says what failed and tries again", async () => {
  let isDown = true;
  const { user } = openPerformers(PATH, {
    performers: [],
    calls: [],
    others: {
      "performers.listPerformers": () =>
        isDown ? { refuse: 500, detail: "the register is ill" } : { reply: { items: [aPerformer(1)], total: 1 } },
    },
  });
  expect((await screen.findAllByText("the register is ill")).length).toBeGreaterThan(0);
  isDown = false;
  await user.click(screen.getAllByRole("button", { name: "Try again" })[0] ?? document.body);
  expect(await screen.findByRole("form", { name: "Run a performer" })).toBeDefined();
});
