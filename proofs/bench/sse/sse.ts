// SSE connections: how long an event takes and how much memory a connection costs, against bare node:http with the same
// bytes.
// Events are put into Redis directly, so that only the connections are measured. Afterwards every connection is cut once.
import { setTimeout as sleep } from "node:timers/promises";
import { streamKey } from "../../../apps/server/src/features/events/event-stream.ts";
import { createRedis } from "../../../apps/server/src/platform/redis.ts";
import { openOwnRedis } from "../../../apps/server/src/testing/outsiders/own-redis.ts";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { type Bench, type BenchRun, stolenVoids } from "../figures/bench-run.ts";
import type { MeasuredFigure } from "../figures/compare-figure.ts";
import { withSampleSessions } from "../sample-sessions.ts";
import { median } from "../statistics.ts";
import { type SseMember, startApiSse, startBareSse, startWatchers, type Watchers, type Weight } from "./sse-servers.ts";
import { stamp } from "./sse-watcher.ts";

const TASK_ID = "0191a3c0-0000-7000-8000-000000000001";
const TOPIC = `task:${TASK_ID}`;
const PATH = `/api_v1/events?topic=${TOPIC}`;
const EVENT_EVERY_MS = 100;
const LINES_OF_SESSION = 6;
const SETTLE_MS = 10_000;
const BARE_KEY = "bench:bare";
const NOTHING: Weight = { heldBytes: 0, residentBytes: 0, youngBytes: 0 };

interface Heard {
  readonly heard: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly resets: number;
  readonly cuts: number;
  readonly refused: number;
  readonly missed: number;
  readonly twice: number;
  readonly first: number;
  readonly last: number;
}

interface Side {
  readonly member: SseMember;
  readonly key: string;
  readonly cookies: readonly string[];
  readonly slices: Heard[];
  /** Before the connections were opened. */
  idle: Weight;
  /** Growth of the process after opening them, and after each slice. */
  fresh: Weight;
  readonly grown: Weight[];
}

interface Size {
  readonly watchers: number;
  /** Duration of events before memory is measured, so that each connection has carried some. */
  readonly openMs: number;
  readonly sliceMs: number;
  readonly resumeMs: number;
}

/** Ten changed cells: what the relay sends per poll for a busy task. */
const cells = Array.from({ length: 10 }, (_, col) => ({
  row: 41,
  col,
  sample: 0,
  status: "Running",
  progress: 0.4,
  queue_position: null,
  attempt_count: 1,
}));

const publisher = (redis: ReturnType<typeof createRedis>) => {
  let n = 0;
  return async (key: string, forMs: number): Promise<{ first: number; last: number }> => {
    const first = n + 1;
    const startedMs = performance.now();
    for (let due = startedMs; due < startedMs + forMs; due += EVENT_EVERY_MS) {
      await sleep(Math.max(0, due - performance.now()));
      n += 1;
      const data = JSON.stringify({ ...stamp(n), kind: "cells", topic: TOPIC, task_id: TASK_ID, cells });
      await redis.xadd(key, "MAXLEN", "~", 50_000, "*", "topic", TOPIC, "data", data);
    }
    return { first, last: n };
  };
};

type Publish = ReturnType<typeof publisher>;

const grownBy = async ({ member, idle }: Side): Promise<Weight> => {
  const now = await member.weigh();
  return {
    heldBytes: now.heldBytes - idle.heldBytes,
    residentBytes: now.residentBytes - idle.residentBytes,
    youngBytes: now.youngBytes - idle.youngBytes,
  };
};

/** First opens and closes a few connections, so that one-time costs of the process are not attributed to each connection. */
const openLines = async (side: Side, watchers: Watchers, publish: Publish, size: Size): Promise<void> => {
  const { watchers: count, openMs } = size;
  const { member, cookies, key } = side;
  const order = { act: "open", port: member.port, path: PATH, cookies };
  await watchers.ask({ ...order, group: "warm", count: Math.min(100, count) });
  await publish(key, openMs);
  await watchers.ask({ act: "close", group: "warm" });
  await sleep(500);
  side.idle = await member.weigh();
  await watchers.ask({ ...order, group: member.name, count });
  await publish(key, openMs);
  side.fresh = await grownBy(side);
};

/** The events received, once every client has all of them or nothing more arrives for a while. */
const settle = async (watchers: Watchers, group: string, expected: number): Promise<Heard> => {
  let before = -1;
  let deadlineMs = 0;
  for (;;) {
    const heard = await watchers.ask<Heard>({ act: "read", group });
    if (heard.heard > before) deadlineMs = performance.now() + SETTLE_MS;
    if (heard.heard >= expected || performance.now() > deadlineMs) return heard;
    before = heard.heard;
    await sleep(500);
  }
};

const measureSlice = async (side: Side, watchers: Watchers, publish: Publish, { watchers: count, sliceMs }: Size) => {
  const group = side.member.name;
  await watchers.ask({ act: "clear", group });
  const { first, last } = await publish(side.key, sliceMs);
  const expected = count * (last - first + 1);
  const heard = await settle(watchers, group, expected);
  side.slices.push(heard);
  side.grown.push(await grownBy(side));
  return isWhole(heard, first, last) && heard.heard === expected;
};

const isWhole = (heard: Heard, first: number, last: number): boolean =>
  heard.missed === 0 && heard.resets === 0 && heard.first === first && heard.last === last;

const cutAll = async (
  { member, key }: Side,
  watchers: Watchers,
  publish: Publish,
  { resumeMs, watchers: count }: Size,
) => {
  const group = member.name;
  await watchers.ask({ act: "clear", group });
  await watchers.ask({ act: "cut", group, withinMs: resumeMs * 0.8 });
  const { first, last } = await publish(key, resumeMs);
  const expected = count * (last - first + 1);
  const heard = await settle(watchers, group, expected);
  const missed = expected - heard.heard;
  process.stdout.write(
    `  every line cut once within ${((resumeMs * 0.8) / 1000).toFixed(0)} s: ${heard.cuts} cuts, ${missed} of ${expected} events missed (${heard.missed} between others), ${heard.twice} heard twice, ${heard.resets} resets, ${heard.refused} asked to wait\n`,
  );
  return missed === 0 && !isWhole(heard, first, last) ? 1 : missed;
};

const report = ([bare, ours]: readonly [Side, Side], size: Size, stolen: number): MeasuredFigure[] => {
  const of = (side: Side, pick: (heard: Heard) => number): number => median(side.slices.map(pick));
  const perLine = (pick: (side: Side) => number) =>
    [ours, bare].map((side) => pick(side) / size.watchers / 1024) as [number, number];
  const later = (name: keyof Weight) => perLine(({ grown }) => median(grown.map((weight) => weight[name])));
  const pairs: readonly (readonly [id: string, name: string, unit: string, ours: number, bare: number])[] = [
    ["sse.times.p50", "p50", "ms", of(ours, (heard) => heard.p50Ms), of(bare, (heard) => heard.p50Ms)],
    ["sse.times.p99", "p99", "ms", of(ours, (heard) => heard.p99Ms), of(bare, (heard) => heard.p99Ms)],
    ["sse.memory.held", "a line holds", "KiB", ...perLine(({ fresh }) => fresh.heldBytes)],
    ["sse.memory.resident", "a line resides", "KiB", ...perLine(({ fresh }) => fresh.residentBytes)],
    ["sse.memory.held-after", "  after a slice", "KiB held", ...later("heldBytes")],
    ["sse.memory.resident-after", "  after a slice", "KiB resident", ...later("residentBytes")],
  ];
  process.stdout.write(
    `${size.watchers} watchers, ${1000 / EVENT_EVERY_MS} events a second, ${bare.slices.length} slices of ${size.sliceMs / 1000} s each way, stolen ${(stolen * 100).toFixed(1)} %\n`,
  );
  for (const [, name, unit, a, b] of pairs)
    process.stdout.write(
      `  ${name.padEnd(14)} ${a.toFixed(2)} ${unit} against ${b.toFixed(2)}, ratio ${(a / b).toFixed(2)}\n`,
    );
  const [young, bareYoung] = later("youngBytes");
  process.stdout.write(
    `    of these      ${young.toFixed(2)} KiB young generation against ${bareYoung.toFixed(2)}: of the process, not of a line\n`,
  );
  return pairs.map(([id, , , our, theirs]) => ({ id, value: our / theirs }));
};

const run = async (
  sides: readonly [Side, Side],
  watchers: Watchers,
  publish: Publish,
  size: Size,
): Promise<BenchRun> => {
  const [bare, ours] = sides;
  for (const side of sides) await openLines(side, watchers, publish, size);
  const before = machineTime();
  const whole: boolean[] = [];
  for (const side of [bare, ours, ours, bare]) whole.push(await measureSlice(side, watchers, publish, size));
  const stolen = stolenShare(before);
  const figures = report(sides, size, stolen);
  const missed = await cutAll(ours, watchers, publish, size);
  return {
    figures: [...figures, { id: "sse.times.missed", value: missed }],
    voids: stolenVoids(stolen),
    faults: [
      ...(whole.includes(false) ? ["an event was missed on a line that nobody cut"] : []),
      ...(missed === 0 ? [] : [`${missed} events were missed by lines that were cut`]),
    ],
  };
};

export const benchSse: Bench = async ({ isSmoke }) => {
  const size = isSmoke
    ? { watchers: 200, openMs: 800, sliceMs: 1_200, resumeMs: 3_000 }
    : { watchers: 2_000, openMs: 2_000, sliceMs: 15_000, resumeMs: 15_000 };
  const engine = await openOwnRedis();
  await engine.start();
  const redis = createRedis({ url: engine.url });
  const watchers = startWatchers();
  const members: SseMember[] = [];
  try {
    return await withSampleSessions(
      Math.ceil(size.watchers / LINES_OF_SESSION) + 20,
      async ({ databaseUrl, cookies }) => {
        const side = (member: SseMember, key: string): Side => ({
          member,
          key,
          cookies,
          slices: [],
          idle: NOTHING,
          fresh: NOTHING,
          grown: [],
        });
        const bare = side(await startBareSse(engine.url, BARE_KEY), BARE_KEY);
        members.push(bare.member);
        const ours = side(await startApiSse(engine.url, databaseUrl), streamKey(databaseUrl));
        members.push(ours.member);
        return run([bare, ours], watchers, publisher(redis), size);
      },
    );
  } finally {
    for (const member of members) member.stop();
    watchers.stop();
    redis.disconnect();
    await engine.remove();
  }
};
