import { describe, expect, it } from "vitest";
import { BoundedQueue } from "./bounded-queue.ts";
import { onBehalfOf } from "./requesting-user.ts";

it("the bounded queue never runs more than its limit, lets a few wait, refuses the rest", async () => {
  const queue = new BoundedQueue({ running: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running -= 1;
  };
  const accepted: (Promise<void> | undefined)[] = [];
  for (let i = 0; i < 8; i++) accepted.push(queue.run(work));
  expect(accepted.filter((result) => result === undefined)).toHaveLength(3);
  // A newcomer at the moment of a slot's hand-over must not start next to its new owner.
  await accepted[0]?.then(() => queue.run(work));
  await Promise.all(accepted);
  expect(most).toBe(2);
});

it("the bounded queue goes on after a failure", async () => {
  const queue = new BoundedQueue({ running: 1, waiting: 1 });
  const failing = queue.run(() => Promise.reject(new Error("no")));
  const next = queue.run(() => Promise.resolve("done"));
  await expect(failing).rejects.toThrow("no");
  await expect(next).resolves.toBe("done");
});

/** Work that ends when the test says so. */
const openWork = (queue: BoundedQueue) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, userId?: string): Promise<void> | undefined =>
    onBehalfOf(userId, () =>
      queue.run(async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    );
  const end = async (name: string, work: Promise<void> | undefined): Promise<void> => {
    ends.get(name)?.();
    await work;
  };
  return { begun, start, end };
};

describe("the bounded queue and several people", () => {
  it("lets one person take a share of the places, and leaves the others free", async () => {
    const queue = new BoundedQueue({ running: 2, waiting: 10, ofOnePerson: { running: 1, waiting: 5 } });
    const { begun, start, end } = openWork(queue);
    const first = start("a1", "anna");
    const second = start("a2", "anna");
    const other = start("b1", "bert");
    expect(begun).toEqual(["a1", "b1"]);
    await end("b1", other);
    expect(begun).toEqual(["a1", "b1"]);
    await end("a1", first);
    expect(begun).toEqual(["a1", "b1", "a2"]);
    await end("a2", second);
  });

  it("refuses the person who has too much waiting, and nobody else", async () => {
    const queue = new BoundedQueue({ running: 1, waiting: 4, ofOnePerson: { running: 1, waiting: 2 } });
    const { start, end } = openWork(queue);
    const running = start("a1", "anna");
    const waiting = [start("a2", "anna"), start("a3", "anna")];
    expect([start("a4", "anna"), start("b1", "bert"), start("system")].map((work) => work !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
    expect(start("c1", "carl")).toBeUndefined();
    await end("a1", running);
    expect(waiting).toHaveLength(2);
  });

  it("serves people in turns and not in the order of their requests", async () => {
    const queue = new BoundedQueue({ running: 1, waiting: 10 });
    const { begun, start, end } = openWork(queue);
    const names = [
      ["a1", "anna"],
      ["a2", "anna"],
      ["a3", "anna"],
      ["b1", "bert"],
      ["b2", "bert"],
      ["s1", undefined],
    ] as const;
    const works = new Map(names.map(([name, userId]) => [name as string, start(name, userId)]));
    for (let at = 0; at < names.length; at++) {
      const name = begun[at] ?? "";
      await end(name, works.get(name));
    }
    expect(begun).toEqual(["a1", "a2", "b1", "s1", "a3", "b2"]);
  });

  it("lets somebody who asks again and again not overtake those who wait", async () => {
    const queue = new BoundedQueue({ running: 1, waiting: 10 });
    const { begun, start, end } = openWork(queue);
    const works = new Map<string, Promise<void> | undefined>();
    const ask = (name: string, userId: string): void => void works.set(name, start(name, userId));
    for (const name of ["a1", "a2", "a3", "a4"]) ask(name, "anna");
    for (let n = 0; n < 7; n++) {
      if (n < 4) ask(`b${n + 1}`, "bert");
      const name = begun[n] ?? "";
      await end(name, works.get(name));
    }
    expect(begun).toEqual(["a1", "a2", "b1", "a3", "b2", "a4", "b3", "b4"]);
  });
});
