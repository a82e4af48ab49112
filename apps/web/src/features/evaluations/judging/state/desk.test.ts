import { expect, it } from "vitest";
import { anItem, aProgress, leaseId } from "../../testing/an-item.ts";
import { changeDesk, type Desk, emptyDesk, leaseLeftMs } from "./desk.ts";

const places = ({ items }: Desk): number[] => items.map(({ lease_id }) => Number(lease_id.slice(-12)));
const claimed = (desk: Desk, ...given: readonly number[]): Desk =>
  changeDesk(desk, { act: "claimed", items: given.map((place) => anItem(place)), progress: aProgress() });
const full = claimed(emptyDesk(), 1, 2, 3, 4);

it("the judging queue keeps the order in which items came, and the item at hand in front", () => {
  const after = changeDesk(full, { act: "done", leaseId: leaseId(1) });
  expect(places(claimed(after, 5, 4, 3, 2))).toEqual([2, 3, 4, 5]);
});

it("the judging queue takes nothing up again that was answered and is still on its way", () => {
  const after = changeDesk(full, { act: "done", leaseId: leaseId(1) });
  expect(places(claimed(after, 1, 2, 3, 4))).toEqual([2, 3, 4]);
  expect(places(changeDesk(after, { act: "next", item: anItem(1) }))).toEqual([2, 3, 4]);
});

it("the judging queue asks no more once there is nothing more, until something new appears", () => {
  expect(full.isExhausted).toBe(false);
  const dry = claimed(changeDesk(full, { act: "done", leaseId: leaseId(1) }), 2, 3, 4);
  expect(dry.isExhausted).toBe(true);
  expect(changeDesk(dry, { act: "next", item: null }).isExhausted).toBe(true);
  expect(changeDesk(dry, { act: "next", item: anItem(9) })).toMatchObject({ isExhausted: false });
  expect(changeDesk(dry, { act: "lookAgain" }).isExhausted).toBe(false);
});

it("the judging queue does not ask for ever when a full answer brings nothing that can be judged", () => {
  const two = [1, 2].reduce((desk, place) => changeDesk(desk, { act: "done", leaseId: leaseId(place) }), full);
  expect(claimed(two, 1, 2, 3, 4).isExhausted).toBe(true);
});

it("the judging queue puts what was taken back in front, also after it was answered here", () => {
  const after = changeDesk(full, { act: "done", leaseId: leaseId(1) });
  const back = changeDesk(after, { act: "returned", item: anItem(1) });
  expect(places(back)).toEqual([1, 2, 3, 4]);
  expect(places(claimed(back, 1, 2, 3, 4))).toEqual([1, 2, 3, 4]);
});

it("the judging queue does not ask again what waits to be sent from an earlier visit, until it is refused", () => {
  const desk = claimed(emptyDesk([leaseId(1)]), 1, 2);
  expect(places(desk)).toEqual([2]);
  expect(places(claimed(changeDesk(desk, { act: "refused", leaseId: leaseId(1) }), 1, 2))).toEqual([2, 1]);
});

it("the judging queue never holds more than four, whatever comes back", () => {
  expect(places(changeDesk(full, { act: "returned", item: anItem(9) }))).toEqual([9, 1, 2, 3]);
  expect(places(changeDesk(full, { act: "next", item: anItem(9) }))).toEqual([1, 2, 3, 4]);
});

it("the judging queue drops lost items and asks again", () => {
  const dry = { ...full, isExhausted: true };
  expect(changeDesk(dry, { act: "lost", leaseIds: [leaseId(1), leaseId(3)] })).toMatchObject({ isExhausted: false });
  expect(places(changeDesk(dry, { act: "lost", leaseIds: [leaseId(1)] }))).toEqual([2, 3, 4]);
});

it("a lease counts down by the server's clock, however wrong this browser's is", () => {
  const serverMs = Date.parse("2026-03-02T09:00:00Z");
  const nowMs = serverMs - 3_600_000;
  const lease_until = new Date(serverMs + 600_000).toISOString();
  const desk = changeDesk(full, { act: "kept", leases: [{ lease_id: leaseId(1), lease_until }], nowMs });
  const [item] = desk.items;
  expect(item && leaseLeftMs(item, desk, nowMs + 60_000)).toBe(540_000);
});
