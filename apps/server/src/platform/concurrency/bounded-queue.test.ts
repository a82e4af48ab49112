import { expect, it } from "vitest";
import { BoundedQueue } from "./bounded-queue.ts";

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
