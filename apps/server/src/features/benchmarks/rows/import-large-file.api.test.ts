import { setTimeout } from "node:timers/promises";
import { MAX_ROWS_TEXT_BYTES } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aBenchmark } from "../../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
let rita: Caller;
let other: Caller;

beforeAll(async () => {
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  other = await aCaller(app.current);
});

/** As much of the piece as one request takes: in JSON a line break and a quote are two bytes. */
const filled = (piece: string, head = "", end = ""): string => {
  const room = MAX_ROWS_TEXT_BYTES - JSON.stringify(head + end).length;
  return head + piece.repeat(Math.floor(room / (JSON.stringify(piece).length - 2))) + end;
};
const FULL_ROW = `${"a fox ".repeat(136)},${"1".repeat(8)}\n`;
const FILES = {
  "ten thousand full rows": ["csv", `prompt,seconds\n${FULL_ROW.repeat(10_000)}`, 200],
  "millions of short lines": ["csv", filled("1\n", "prompt\n"), 422],
  "one line of millions of fields": ["csv", filled(",", "prompt"), 422],
  "one endless quoted field": ["csv", filled('""', 'prompt\n"', '"'), 422],
  "millions of prompts": ["lines", filled("x\n"), 422],
  "millions of objects": ["jsonl", filled("{}\n"), 422],
  "one object of a million keys": ["jsonl", filled('"a":0,', "{", '"z":0}'), 422],
  "millions of entries": ["vbench", filled("[],", "[", "0]"), 422],
} as const;

/** The longest that the event loop was kept from another request, as processor time: it is the same on a busy machine. */
const worstBlockMs = async (work: Promise<unknown>): Promise<number> => {
  const state = { isDone: false, worst: 0 };
  const ended = work.finally(() => {
    state.isDone = true;
  });
  let before = process.threadCpuUsage();
  while (!state.isDone) {
    await setTimeout(5);
    expect((await other.get("/api/auth/me")).status).toBe(200);
    const { user, system } = process.threadCpuUsage(before);
    state.worst = Math.max(state.worst, (user + system) / 1_000);
    before = process.threadCpuUsage();
  }
  await ended;
  return state.worst;
};

describe("an import of 8 MiB", () => {
  it.each(Object.entries(FILES))(
    "does not hold up other requests: %s",
    async (_name, [format, text, answered]) => {
      expect(JSON.stringify(text).length).toBeGreaterThan(7.5 * 1024 ** 2);
      const benchmark = await aBenchmark(rita, { prompts: [] });
      const body = { expect_revision: (await benchmark.detail()).revision, format, text, is_dry_run: false };
      const importing = rita.post(benchmark.path("import_rows"), body);
      const blockedMs = await worstBlockMs(importing);
      expect((await importing).status).toBe(answered);
      expect(blockedMs).toBeLessThan(300);
    },
    60_000,
  );
});
