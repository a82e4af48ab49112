import { expect, it } from "vitest";
import { anItem, clientId, LIMITS, leaseId, type NoteItem, TASK_ID } from "../testing/a-lease.ts";
import type { AnswerBody, KeptAnswer } from "./kept-answers.ts";
import { emptyLeaseQueue, type LeaseQueue, leaseLeftMs, reduceLeaseQueue } from "./lease-queue.ts";

type Queue = LeaseQueue<NoteItem, number>;
const places = ({ items }: Queue): number[] => items.map(({ lease_id }) => Number(lease_id.slice(-12)));
const claimed = (queue: Queue, ...given: readonly number[]): Queue =>
  reduceLeaseQueue(queue, { act: "claimed", items: given.map((place) => anItem(place)), progress: 12 });
const waiting = (place: number, returned_at = ""): KeptAnswer<AnswerBody> => ({
  task_id: TASK_ID,
  body: { lease_id: leaseId(place), client_id: clientId(place) },
  returned_at,
});
const empty = (...answers: readonly KeptAnswer<AnswerBody>[]): Queue => emptyLeaseQueue(LIMITS, answers);
const full = claimed(empty(), 1, 2, 3, 4);

it("the lease queue keeps the order in which items came, and the item at hand in front", () => {
  const after = reduceLeaseQueue(full, { act: "done", leaseId: leaseId(1) });
  expect(places(claimed(after, 5, 4, 3, 2))).toEqual([2, 3, 4, 5]);
});

it("the lease queue takes nothing up again that was answered and is still on its way", () => {
  const after = reduceLeaseQueue(full, { act: "done", leaseId: leaseId(1) });
  expect(places(claimed(after, 1, 2, 3, 4))).toEqual([2, 3, 4]);
  expect(places(reduceLeaseQueue(after, { act: "next", item: anItem(1) }))).toEqual([2, 3, 4]);
});

it("the lease queue asks no more once there is nothing more, until something new appears", () => {
  expect(full.isExhausted).toBe(false);
  const dry = claimed(reduceLeaseQueue(full, { act: "done", leaseId: leaseId(1) }), 2, 3, 4);
  expect(dry.isExhausted).toBe(true);
  expect(reduceLeaseQueue(dry, { act: "next", item: null }).isExhausted).toBe(true);
  expect(reduceLeaseQueue(dry, { act: "next", item: anItem(9) })).toMatchObject({ isExhausted: false });
  expect(reduceLeaseQueue(dry, { act: "lookAgain" }).isExhausted).toBe(false);
});

it("the lease queue does not ask for ever when a full answer brings nothing that can be worked on", () => {
  const two = [1, 2].reduce((queue, place) => reduceLeaseQueue(queue, { act: "done", leaseId: leaseId(place) }), full);
  expect(claimed(two, 1, 2, 3, 4).isExhausted).toBe(true);
});

it("the lease queue takes up an answered item that was returned since, until it is answered again", () => {
  const after = reduceLeaseQueue(full, { act: "done", leaseId: leaseId(1) });
  const returned = { ...anItem(1), returned: { at: "2026-03-02T10:00:00Z" } };
  const back = reduceLeaseQueue(after, { act: "next", item: returned });
  expect(places(back)).toEqual([2, 3, 4, 1]);
  const again = reduceLeaseQueue(back, { act: "done", leaseId: leaseId(1) });
  expect(places(reduceLeaseQueue(again, { act: "next", item: returned }))).toEqual([2, 3, 4]);
});

it("the lease queue takes up an item that was returned after an answer whose reply was lost", () => {
  const returned = { ...anItem(1), returned: { at: "2026-03-02T10:00:00Z" } };
  const claim = { act: "claimed", items: [returned, anItem(2)], progress: 12 } as const;
  expect(places(reduceLeaseQueue(empty(waiting(1)), claim))).toEqual([1, 2]);
  expect(places(reduceLeaseQueue(empty(waiting(1, returned.returned.at)), claim))).toEqual([2]);
});

it("the lease queue puts what was taken back in front, also after it was answered here", () => {
  const after = reduceLeaseQueue(full, { act: "done", leaseId: leaseId(1) });
  const back = reduceLeaseQueue(after, { act: "returned", item: anItem(1) });
  expect(places(back)).toEqual([1, 2, 3, 4]);
  expect(places(claimed(back, 1, 2, 3, 4))).toEqual([1, 2, 3, 4]);
});

it("the lease queue does not ask again what waits to be sent from an earlier visit, until it is refused", () => {
  const queue = claimed(empty(waiting(1)), 1, 2);
  expect(places(queue)).toEqual([2]);
  expect(places(claimed(reduceLeaseQueue(queue, { act: "refused", leaseId: leaseId(1) }), 1, 2))).toEqual([2, 1]);
});

it("the lease queue never holds more than four, whatever comes back", () => {
  expect(places(reduceLeaseQueue(full, { act: "returned", item: anItem(9) }))).toEqual([9, 1, 2, 3]);
  expect(places(reduceLeaseQueue(full, { act: "next", item: anItem(9) }))).toEqual([1, 2, 3, 4]);
});

it("the lease queue drops lost items and asks again", () => {
  const dry = { ...full, isExhausted: true };
  expect(reduceLeaseQueue(dry, { act: "lost", leaseIds: [leaseId(1), leaseId(3)] })).toMatchObject({
    isExhausted: false,
  });
  expect(places(reduceLeaseQueue(dry, { act: "lost", leaseIds: [leaseId(1)] }))).toEqual([2, 3, 4]);
});

it("a lease counts down by the server's clock, however wrong this browser's is", () => {
  const serverMs = Date.parse("2026-03-02T09:00:00Z");
  const nowMs = serverMs - 3_600_000;
  const lease_until = new Date(serverMs + 600_000).toISOString();
  const queue = reduceLeaseQueue(full, { act: "kept", leases: [{ lease_id: leaseId(1), lease_until }], nowMs });
  const [item] = queue.items;
  expect(item && leaseLeftMs(item, queue, nowMs + 60_000)).toBe(540_000);
});
