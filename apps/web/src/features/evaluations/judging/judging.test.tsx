import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aComparison, anItem, aProgress, aQuestion, leaseId } from "../testing/an-item.ts";
import { callsOf, openJudging, watchAll } from "../testing/open-evaluating.tsx";

const shown = (place: number): Promise<HTMLElement> => screen.findByText(`A fox crosses fresh snow, take ${place}`);
/** Finds a dialog by title: in tests antd gives every part the same id, so accessible names by id are wrong. */
const dialogOf = async (title: string | RegExp): Promise<HTMLElement> => {
  const found = (await screen.findByText(title)).closest<HTMLElement>("[role=dialog]");
  if (!found) throw new Error("this is the title of no dialog");
  return found;
};
const submitButton = (): HTMLElement => screen.getByRole("button", { name: /^Submit judgement/ });

it("the judging screen asks for four items, shows the first, and keeps all of them", async () => {
  const { sent } = openJudging();
  await shown(1);
  expect(callsOf(sent, "claimItems").map(({ body }) => body)).toMatchObject([{ count: 4 }]);
  await waitFor(() => expect(callsOf(sent, "heartbeatItems")).toHaveLength(1));
  expect(callsOf(sent, "heartbeatItems")[0]?.body).toEqual({ lease_ids: [1, 2, 3, 4].map(leaseId) });
  expect(screen.getByText("12 of 40 judgements")).toBeTruthy();
});

it("the judging screen refuses to submit before both clips were watched to their end", async () => {
  const { user, sent } = openJudging();
  await shown(1);
  expect(submitButton()).toHaveProperty("disabled", true);
  await user.keyboard("1{Control>}{Enter}{/Control}");
  expect(callsOf(sent, "submitJudgement")).toHaveLength(0);
  await watchAll(user);
  expect(screen.getByText("Both watched")).toBeTruthy();
  expect(submitButton()).toHaveProperty("disabled", false);
});

it("an item is answered and sent by keyboard alone, and the next is shown at once", async () => {
  const { user, sent } = openJudging();
  await shown(1);
  await watchAll(user);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(screen.getByText("Choose an answer.")).toBeTruthy();
  await user.keyboard("2{Control>}{Enter}{/Control}");
  await shown(2);
  const [call] = callsOf(sent, "submitJudgement");
  expect(call?.body).toMatchObject({ lease_id: leaseId(1), choice: "B", answers: { overall: 1 }, marks: [] });
  expect(call?.body).toMatchObject({ watched: { A: expect.closeTo(0.4), B: expect.closeTo(0.4) } });
  expect(submitButton()).toHaveProperty("disabled", true);
});

it("the judging screen takes the last answer back by u, with what was answered", async () => {
  const { user, sent } = openJudging();
  await shown(1);
  await watchAll(user);
  await user.keyboard("3{Control>}{Enter}{/Control}");
  await shown(2);
  await waitFor(() => expect(callsOf(sent, "submitJudgement")).toHaveLength(1));
  expect(screen.getByText("Judgement submitted.")).toBeTruthy();
  await user.keyboard("u");
  await shown(1);
  expect(screen.getByRole("button", { name: /About the same/ }).getAttribute("aria-pressed")).toBe("true");
  expect(submitButton()).toHaveProperty("disabled", false);
});

it("the judging screen keeps answers without a connection, and sends them under the same id when it is back", async () => {
  let isDown = true;
  const { user, sent } = openJudging({
    "evaluations.submitJudgement": () =>
      isDown
        ? "network failure"
        : {
            reply: {
              judgement_id: leaseId(90),
              can_undo_until: new Date().toISOString(),
              next: null,
              progress: aProgress(),
            },
          },
  });
  await shown(1);
  await watchAll(user);
  await user.keyboard("1{Control>}{Enter}{/Control}");
  await shown(2);
  expect(await screen.findByText(/1 judgement is saved in this browser/)).toBeTruthy();
  isDown = false;
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(screen.queryByText(/1 judgement is saved in this browser/)).toBeNull());
  const ids = callsOf(sent, "submitJudgement").map(({ body }) => (body as { client_id: string }).client_id);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(1);
});

it("the judging screen says so when the item was lost, keeps the draft and goes on", async () => {
  const { user, sent } = openJudging({
    "evaluations.heartbeatItems": () => ({ reply: { kept: [], lost: [leaseId(1)] } }),
  });
  await user.keyboard("1");
  expect(await screen.findByText(/Your lease on this item ended/)).toBeTruthy();
  await shown(2);
  expect(callsOf(sent, "claimItems").length).toBeGreaterThan(1);
});

it("the judging screen says why an answer was not taken", async () => {
  const { user } = openJudging({
    "evaluations.submitJudgement": () => ({ refuse: 409, code: "conflict", detail: "the judging is over." }),
  });
  await shown(1);
  await watchAll(user);
  await user.keyboard("1{Control>}{Enter}{/Control}");
  expect(await screen.findByText(/The last judgement was rejected: the judging is over/)).toBeTruthy();
});

it("the judging screen takes up a draft where it was left, from this browser or from the server", async () => {
  const draft = { choice: "B" as const, strength: null, answers: { overall: 1 }, marks: [] };
  openJudging({
    "evaluations.claimItems": () => ({
      reply: { items: [anItem(1, { draft, draft_saved_at: "2026-03-02T09:00:00Z" })], progress: aProgress() },
    }),
  });
  await shown(1);
  expect(screen.getByRole("button", { name: /B is better/ }).getAttribute("aria-pressed")).toBe("true");
});

it("the judging screen marks a defect where the clips are, by keys", async () => {
  const { user, sent } = openJudging();
  await shown(1);
  await watchAll(user);
  await user.keyboard("m");
  const dialog = await dialogOf(/^Mark a defect at/);
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard("3b{Enter}");
  expect(await screen.findByText("B · anatomy")).toBeTruthy();
  await user.keyboard("1{Control>}{Enter}{/Control}");
  await waitFor(() => expect(callsOf(sent, "submitJudgement")).toHaveLength(1));
  expect(callsOf(sent, "submitJudgement")[0]?.body).toMatchObject({ marks: [{ slot: "B", tag: "anatomy", note: "" }] });
});

it("the judging screen skips with a reason", async () => {
  const { user, sent } = openJudging();
  await shown(1);
  await user.keyboard("s");
  const dialog = await dialogOf("Skip this item?");
  await user.click(within(dialog).getByRole("radio", { name: /I recognise the model/ }));
  await user.click(within(dialog).getByRole("button", { name: "Skip item" }));
  await shown(2);
  expect(callsOf(sent, "skipItem")[0]?.body).toEqual({ lease_id: leaseId(1), reason: "knows_origin", note: "" });
});

it("the judging screen offers a scale of seven when the template asks for it", async () => {
  const items = [anItem(1, { questions: [aComparison("overall", 3)] })];
  const { user, sent } = openJudging({ "evaluations.claimItems": () => ({ reply: { items, progress: aProgress() } }) });
  await shown(1);
  await watchAll(user);
  await user.keyboard("7{Control>}{Enter}{/Control}");
  await waitFor(() => expect(callsOf(sent, "submitJudgement")).toHaveLength(1));
  expect(callsOf(sent, "submitJudgement")[0]?.body).toMatchObject({
    choice: "B",
    strength: 3,
    answers: { overall: 3 },
  });
});

it("the judging screen shows one clip where one is rated, and asks the form", async () => {
  const [slot] = anItem(1).slots;
  const item = anItem(1, { kind: "rating", slots: slot ? [slot] : [], questions: [aQuestion("sharp")] });
  const { user, sent, container } = openJudging({
    "evaluations.claimItems": () => ({ reply: { items: [item], progress: aProgress() } }),
  });
  await shown(1);
  expect(container.querySelectorAll("video")).toHaveLength(1);
  await watchAll(user);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(callsOf(sent, "submitJudgement")).toHaveLength(0);
  await user.keyboard("1{Control>}{Enter}{/Control}");
  await waitFor(() => expect(callsOf(sent, "submitJudgement")).toHaveLength(1));
  expect(callsOf(sent, "submitJudgement")[0]?.body).toMatchObject({
    choice: null,
    strength: null,
    answers: { sharp: true },
    watched: { B: null },
  });
});

it("the judging screen closes on Escape, releases its items, and asks only when a judgement was begun", async () => {
  const { user, sent, router } = openJudging();
  await shown(1);
  await user.keyboard("1{Escape}");
  const dialog = await dialogOf("Leave judging?");
  await user.click(within(dialog).getByRole("button", { name: "Leave judging" }));
  await waitFor(() => expect(router.state.location.search).toBe(""));
  expect(callsOf(sent, "releaseItem").map(({ body }) => (body as { lease_id: string }).lease_id)).toEqual(
    [1, 2, 3, 4].map(leaseId),
  );
  expect(callsOf(sent, "saveDraft")).toHaveLength(1);
});

it("the judging screen says that nothing is left, and that the task is over", async () => {
  openJudging({}, 0);
  expect(await screen.findByText("No items left")).toBeTruthy();
});

it("the judging screen says that there is nothing to judge for somebody who was not asked", async () => {
  openJudging({ "evaluations.claimItems": () => ({ refuse: 404, code: "not_found", detail: "not asked" }) });
  expect(await screen.findByText("Nothing to judge")).toBeTruthy();
});

it("the judging screen hints at a break after 25 minutes", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  openJudging();
  await shown(1);
  vi.advanceTimersByTime(25 * 60_000);
  expect(await screen.findByText(/You have been judging for 25 minutes/)).toBeTruthy();
  vi.useRealTimers();
});
