import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, clientOf, SMALL } from "./testing/client.ts";

let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "dailies-performer-restart-"));
});
afterAll(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

const start = async (): Promise<Client & { child: ChildProcess }> => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "bin/performer.ts")], {
    env: { PATH: "/usr/bin:/bin", DAILIES_PERFORMER_PORT: "0", DAILIES_PERFORMER_FOLDER: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { address } = JSON.parse(line) as { address: string };
  return { ...clientOf(address), child };
};

it("the performer continues every accepted job after it was killed", async () => {
  const first = await start();
  const jobs = await Promise.all(
    Array.from({ length: 12 }, (_, seed) => first.create({ ...SMALL, seed, seconds: 2 }, `restart-${seed}`)),
  );
  const slow = await first.create({ ...SMALL, fault: "slow:2" }, "restart-slow");
  first.child.kill("SIGKILL");
  await once(first.child, "exit");

  const second = await start();
  for (const [seed, { id }] of jobs.entries()) {
    const again = await second.create({ ...SMALL, seed, seconds: 2 }, `restart-${seed}`);
    expect(again.id).toBe(id);
    expect((await second.ended(id)).status).toBe("completed");
  }
  expect((await second.ended(slow.id)).status).toBe("completed");
  const journal = await (await second.call("GET", "/journal?entries=0")).json();
  expect(journal).toMatchObject({ jobs: 13, keys: 13, keyed_jobs: 13, posts: 25, by_status: { completed: 13 } });
});
