import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aCall, aPerformer, aRunningCall } from "../testing/a-call.ts";
import { bodiesOf, openPerformers } from "../testing/fake-performers.ts";

const PATH = "/performer-playground?tab=history";
const FILTER = "performers.filterPerformerTasks";

it("the history tab keeps filters, sort and page in the address and sends them", async () => {
  const { sent } = openPerformers(`${PATH}&q=rain&status=Failed&status=Expired&min_cost=10000&page=2&sort=cost`, {
    performers: [aPerformer(1)],
    calls: [],
  });
  expect(await screen.findByText("No call matches")).toBeDefined();
  expect(bodiesOf(sent, FILTER)[0]).toEqual({
    text: "rain",
    statuses: ["Failed", "Expired"],
    min_cost_micros: 10_000,
  });
  const { url } = sent.find(({ name }) => name === FILTER) ?? { url: new URL("http://none.example") };
  expect(Object.fromEntries(url.searchParams)).toEqual({ page: "2", page_size: "30", sort: "cost", order: "desc" });
});

it("the history tab shows one call with what was asked, what was sent, its log and its code", async () => {
  const call = aCall(1, { metrics: { inference_time_s: 3.5 } });
  const { user } = openPerformers(`${PATH}&call=${call.id}`, { performers: [aPerformer(1)], calls: [call] });
  expect(await screen.findByRole("dialog", { name: call.title })).toBeDefined();
  expect(await screen.findByText("Request with defaults")).toBeDefined();
  expect(screen.getByText("inference_time_s")).toBeDefined();
  expect(screen.getByText("in_progress")).toBeDefined();
  expect(screen.getByText(/^curl -X POST/)).toBeDefined();
  await user.click(screen.getByText("Python"));
  expect(screen.getByText(/import json, os/).textContent).toContain('"seeds":[41]');
});

it("the history tab cancels one's own call while it runs, and nobody else's", async () => {
  const mine = aRunningCall(1);
  const { user, sent } = openPerformers(`${PATH}&call=${mine.id}`, {
    performers: [aPerformer(1)],
    calls: [mine],
    others: { "performers.cancelPerformerTask": () => ({ reply: { ...mine, status: "Cancelled" } }) },
  });
  await user.click(await screen.findByRole("button", { name: "Cancel call" }));
  await waitFor(() => expect(bodiesOf(sent, "performers.cancelPerformerTask")).toEqual([{ id: mine.id }]));
});

it("the history tab does not offer to cancel what somebody else asked for", async () => {
  const theirs = aRunningCall(1, { requested_by: "ada" });
  openPerformers(`${PATH}&call=${theirs.id}`, { performers: [aPerformer(1)], calls: [theirs] });
  expect(await screen.findByRole("button", { name: "Run again" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Cancel call" })).toBeNull();
});

it("the history tab counts the open call in the whole list, not in the page", async () => {
  const call = aCall(1);
  openPerformers(`${PATH}&page=2&call=${call.id}`, {
    performers: [aPerformer(1)],
    calls: [call],
    others: { [FILTER]: () => ({ reply: { items: [call], total: 70 } }) },
  });
  expect(await screen.findByText("31 of 70")).toBeDefined();
  expect(await screen.findByText("4 s")).toBeDefined();
});
