import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPerformer, SMALL, type TestPerformer } from "./testing/client.ts";
import { probeClip } from "./testing/probe-clip.ts";

let performer: TestPerformer;
beforeAll(async () => {
  performer = await aPerformer();
  const { id } = await performer.create(SMALL);
  await performer.ended(id);
});
afterAll(() => performer.stop());

const withFault = (fault: string) => ({ ...SMALL, fault });

describe("a job that was told to", () => {
  it("be slow takes that long and shows its progress", async () => {
    const startedMs = performance.now();
    const { id } = await performer.create({ ...SMALL, prompt: `${SMALL.prompt} [fault:slow:1.5]` });
    const seen = new Set<number>();
    await expect
      .poll(async () => {
        const { status, progress } = await performer.get(id);
        if (status === "in_progress") seen.add(progress);
        return status;
      })
      .toBe("completed");
    expect(seen.size).toBeGreaterThan(1);
    expect(performance.now() - startedMs).toBeGreaterThan(1_490);
  });

  it("hang stays where it is until it is cancelled", async () => {
    const { id } = await performer.create(withFault("hang"));
    await expect.poll(() => performer.get(id)).toMatchObject({ status: "in_progress", progress: 40 });
    expect((await performer.call("DELETE", `/v1/videos/${id}`)).status).toBe(200);
    expect((await performer.get(id)).status).toBe("deleted");
  });

  it.each([
    ["fail", "generation_failed"],
    ["refuse", "content_policy_violation"],
  ])("%s ends with its reason and costs nothing", async (fault, code) => {
    const { id } = await performer.create(withFault(fault));
    const video = await performer.ended(id);
    expect(video).toMatchObject({ status: "failed", error: { code } });
    expect(video.cost).toBeUndefined();
    expect((await performer.content(id)).status).toBe(409);
  });

  it.each([
    ["wrong_length", { frames: 10, width: 160, height: 90 }, 16_667],
    ["wrong_size", { frames: 12, width: 144, height: 74 }, 20_000],
  ])("deliver the %s does so, and charges for what it delivers", async (fault, expected, amountMicros) => {
    const { id } = await performer.create(withFault(fault));
    const video = await performer.ended(id);
    const bytes = Buffer.from(await (await performer.content(id)).arrayBuffer());
    expect((await probeClip(bytes)).video).toMatchObject(expected);
    expect(video.cost?.amount_micros).toBe(amountMicros);
  });

  it("break off sends half once and the whole the next time", async () => {
    const { id } = await performer.create(withFault("half_body"));
    await performer.ended(id);
    await expect((await performer.content(id)).arrayBuffer()).rejects.toThrow();
    expect((await probeClip(Buffer.from(await (await performer.content(id)).arrayBuffer()))).video.frames).toBe(12);
  });

  it("be late completes although its cancelling was accepted", async () => {
    const { id } = await performer.create({ ...SMALL, fault: ["late_after_cancel", "slow:0.3"] });
    expect((await performer.call("DELETE", `/v1/videos/${id}`)).status).toBe(200);
    expect((await performer.ended(id)).status).toBe("completed");
    expect((await performer.call("DELETE", `/v1/videos/${id}`)).status).toBe(409);
  });
});

describe("a submission that was told to", () => {
  it("be throttled is refused twice and then accepted", async () => {
    const replies = [1, 2, 3].map(() => () => performer.post(withFault("throttle"), "throttled"));
    const statuses: (readonly [number, string | null])[] = [];
    for (const send of replies) {
      const reply = await send();
      statuses.push([reply.status, reply.headers.get("retry-after")]);
    }
    expect(statuses).toEqual([
      [429, "1"],
      [429, "1"],
      [200, null],
    ]);
  });

  it("meet an error is refused once and then accepted", async () => {
    const first = await performer.post(withFault("error_500"), "broken");
    const second = await performer.post(withFault("error_500"), "broken");
    expect([first.status, second.status]).toEqual([500, 200]);
  });

  it("lose its answer is accepted once, and found again by its key", async () => {
    await expect(performer.post(withFault("lost_answer"), "lost")).rejects.toThrow();
    const found = await performer.create(withFault("lost_answer"), "lost");
    expect((await performer.ended(found.id)).status).toBe("completed");
    const { entries } = (await (await performer.call("GET", "/journal")).json()) as {
      entries: { id: string; idempotency_key: string | null; posts: number }[];
    };
    expect(entries.filter(({ idempotency_key }) => idempotency_key === "lost")).toMatchObject([
      { id: found.id, posts: 2 },
    ]);
  });
});

it("random faults hit the same calls for the same seed", async () => {
  const plan = { seed: 5, rules: [{ fault: "error_500", probability: 0.5 }] };
  const run = async () => {
    const other = await aPerformer();
    try {
      await other.call("POST", "/faults", plan);
      const statuses: number[] = [];
      for (let n = 0; n < 20; n += 1) statuses.push((await other.post(withFault("fail"), `chance-${n}`)).status);
      return statuses;
    } finally {
      await other.stop();
    }
  };
  const first = await run();
  expect(new Set(first)).toEqual(new Set([200, 500]));
  expect(await run()).toEqual(first);
});

it("a fault hits only the prompts that it names", async () => {
  const rule = { fault: "error_500", probability: 1, prompt: "a windy day" };
  const other = await aPerformer();
  try {
    await other.call("POST", "/faults", { rules: [rule] });
    const statusOf = async (prompt: string): Promise<number> => (await other.post({ ...SMALL, prompt })).status;
    expect(await statusOf("a kite on a windy day")).toBe(500);
    expect(await statusOf("a calm day")).toBe(200);
  } finally {
    await other.stop();
  }
});
