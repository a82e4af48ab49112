import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../../lib/api/api-error.ts";
import { clientId, leaseId, type NoteBody, noteAnswers, TASK_ID } from "../testing/a-lease.ts";
import type { KeptAnswer } from "./kept-answers.ts";
import { Outbox } from "./outbox.ts";

type Answer = KeptAnswer<NoteBody>;
interface Sent {
  readonly answerId: string;
}

const answer = (place: number): Answer => ({
  task_id: TASK_ID,
  body: { lease_id: leaseId(place), client_id: clientId(place), note: "sharp" },
  returned_at: "",
});
const sentAs = (place: number): Sent => ({ answerId: leaseId(place) });
const network = new ApiError({ status: 0, code: "network" });

const anOutbox = (send: (answer: Answer) => Promise<Sent>) => {
  const callbacks = { onSent: vi.fn(), onRefused: vi.fn(), onSignedOut: vi.fn() };
  const make = (): Outbox<NoteBody, Sent> =>
    new Outbox<NoteBody, Sent>({
      load: () => noteAnswers.load("mei"),
      save: (answers) => noteAnswers.save("mei", answers),
      send,
      ...callbacks,
    });
  return { make, ...callbacks };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

it("the outbox of answers sends one after the other, and drops what was accepted", async () => {
  const seen: string[] = [];
  const { make, onSent } = anOutbox(async ({ body }) => {
    seen.push(body.client_id);
    return sentAs(1);
  });
  const outbox = make();
  outbox.add(answer(1));
  outbox.add(answer(2));
  await settle();
  expect(seen).toEqual([answer(1).body.client_id, answer(2).body.client_id]);
  expect(onSent).toHaveBeenCalledTimes(2);
  expect(noteAnswers.load("mei")).toEqual([]);
});

it("the outbox of answers keeps an answer through a lost connection and a reload, and sends it again under the same id", async () => {
  const send = vi.fn<(answer: Answer) => Promise<Sent>>().mockRejectedValue(network);
  const { make, onSent } = anOutbox(send);
  const first = make();
  first.add(answer(1));
  await settle();
  expect(first.state()).toEqual({ waiting: 1, isStuck: true });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(send).toHaveBeenCalledTimes(2);
  first.stop();
  const second = make();
  expect(second.state().waiting).toBe(1);
  send.mockResolvedValue(sentAs(1));
  second.flush();
  await settle();
  expect(onSent).toHaveBeenCalledTimes(1);
  expect(new Set(send.mock.calls.map(([{ body }]) => body.client_id)).size).toBe(1);
  expect(second.state()).toEqual({ waiting: 0, isStuck: false });
});

it("the outbox of answers stays stuck until the last answer that waited is sent", async () => {
  const send = vi.fn<(answer: Answer) => Promise<Sent>>().mockRejectedValue(network);
  const outbox = anOutbox(send).make();
  outbox.add(answer(1));
  outbox.add(answer(2));
  await settle();
  const slow = Promise.withResolvers<Sent>();
  send.mockResolvedValueOnce(sentAs(1)).mockReturnValueOnce(slow.promise);
  outbox.flush();
  await settle();
  expect(outbox.state()).toEqual({ waiting: 1, isStuck: true });
  slow.resolve(sentAs(2));
  await settle();
  expect(outbox.state()).toEqual({ waiting: 0, isStuck: false });
});

it("the outbox of answers waits longer after each failure, but never longer than half a minute", async () => {
  const send = vi.fn<(answer: Answer) => Promise<Sent>>().mockRejectedValue(network);
  const outbox = anOutbox(send).make();
  outbox.add(answer(1));
  await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000 + 16_000);
  expect(send).toHaveBeenCalledTimes(5);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(send).toHaveBeenCalledTimes(6);
});

it("the outbox of answers goes on with the next when one is refused, and tells of it", async () => {
  const refusal = new ApiError({ status: 409, code: "conflict", detail: "this item was given back" });
  const send = vi.fn<(answer: Answer) => Promise<Sent>>().mockRejectedValueOnce(refusal).mockResolvedValue(sentAs(2));
  const { make, onRefused, onSent } = anOutbox(send);
  const outbox = make();
  outbox.add(answer(1));
  outbox.add(answer(2));
  await settle();
  expect(onRefused).toHaveBeenCalledWith(answer(1), refusal);
  expect(onSent).toHaveBeenCalledWith(answer(2), sentAs(2));
});

it("the outbox of answers keeps everything for somebody who was signed out meanwhile", async () => {
  const signedOut = new ApiError({ status: 401, code: "unauthenticated" });
  const { make, onSignedOut, onRefused } = anOutbox(() => Promise.reject(signedOut));
  make().add(answer(1));
  await settle();
  expect(onSignedOut).toHaveBeenCalledTimes(1);
  expect(onRefused).not.toHaveBeenCalled();
  expect(noteAnswers.load("mei")).toHaveLength(1);
  expect(noteAnswers.load("ada")).toEqual([]);
});

it("the outbox of answers takes back what has not left, and nothing that is on its way", async () => {
  const { make } = anOutbox(() => new Promise(() => undefined));
  const outbox = make();
  outbox.add(answer(1));
  outbox.add(answer(2));
  expect(outbox.takeBack(answer(1).body.client_id)).toBe(false);
  expect(outbox.takeBack(answer(2).body.client_id)).toBe(true);
  expect(noteAnswers.load("mei")).toEqual([answer(1)]);
});
