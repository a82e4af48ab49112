import { expect, it } from "vitest";
import { aProgress, aTask } from "../testing/a-task.ts";
import { changesStatus, type TaskEvent, withEvent } from "./use-live-tasks.ts";

const task = aTask(1, { status: "Generating", progress: aProgress({ queued: 48 }) });
const page = { items: [task, aTask(2)], total: 2 };
const event: TaskEvent = {
  kind: "task",
  topic: "tasks",
  task_id: task.id,
  status: "Generating",
  revision: 4,
  progress: aProgress({ succeeded: 10, running: 38 }),
  spend: null,
};

it("an event changes the row of its task, and no other row", () => {
  const patched = withEvent(page, event);
  expect(patched?.items[0]).toMatchObject({ revision: 4, progress: { succeeded: 10 }, spend: task.spend });
  expect(patched?.items[1]).toBe(page.items[1]);
  expect(withEvent(patched, event)).toEqual(patched);
});

it("an event does not change a page that does not show the task", () => {
  const other = { items: [aTask(2)], total: 1 };
  expect(withEvent(other, event)).toBe(other);
  expect(withEvent(undefined, event)).toBeUndefined();
});

it("a change of status refetches the list", () => {
  expect(changesStatus(page, event)).toBe(false);
  expect(changesStatus(page, { ...event, status: "Benchmarking" })).toBe(true);
});
