import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scoreClip } from "./score-clip.ts";
import { aPerformer, SMALL, type TestPerformer } from "./testing/client.ts";
import { middleOfFirstFrame, pictureOf, probeClip } from "./testing/probe-clip.ts";

let performer: TestPerformer;
beforeAll(async () => {
  performer = await aPerformer();
});
afterAll(() => performer.stop());

const bytesOf = async (id: string): Promise<Buffer> => Buffer.from(await (await performer.content(id)).arrayBuffer());
const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

describe("the clip", () => {
  it("is what was asked for", async () => {
    const { id } = await performer.create({ ...SMALL, audio: true });
    const video = await performer.ended(id);
    expect(video).toMatchObject({ status: "completed", progress: 100, seed: 7, error: null });
    expect(video.cost).toEqual({ amount_micros: 20_000, currency: "USD" });
    expect(await probeClip(await bytesOf(id))).toEqual({
      video: { codec: "h264", format: "yuv420p", width: 160, height: 90, frames: 12, rate: "12/1" },
      audio: "aac",
      isFaststart: true,
    });
  });

  it("has the same bytes for the same request, also in a performer that never drew it", async () => {
    const other = await aPerformer();
    try {
      const [first, second] = await Promise.all([performer.create(SMALL), other.create(SMALL)]);
      await Promise.all([performer.ended(first.id), other.ended(second.id)]);
      const there = Buffer.from(await (await other.content(second.id)).arrayBuffer());
      expect(sha256(await bytesOf(first.id))).toBe(sha256(there));
    } finally {
      await other.stop();
    }
  });

  it("differs with the seed, and a seed is chosen where none is given", async () => {
    const made = await Promise.all([SMALL, { ...SMALL, seed: 8 }].map((body) => performer.create(body)));
    await Promise.all(made.map(({ id }) => performer.ended(id)));
    const hashes = await Promise.all(made.map(async ({ id }) => sha256(await bytesOf(id))));
    expect(new Set(hashes).size).toBe(2);
    const { seed: _seed, ...unseeded } = SMALL;
    expect((await performer.create(unseeded)).seed).toBeGreaterThanOrEqual(0);
  });

  it("begins with the image of the request and moves it", async () => {
    const png = await pictureOf("0x20c040");
    const site = createServer((_, response) => response.end(png)).listen(0, "127.0.0.1");
    await once(site, "listening");
    try {
      const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
      const ids = [];
      for (const image of [`${address}/a?signature=1`, { image_url: `${address}/a?signature=2` }]) {
        const { id } = await performer.create({ ...SMALL, image });
        expect((await performer.ended(id)).status).toBe("completed");
        ids.push(id);
      }
      const clips = await Promise.all(ids.map(bytesOf));
      expect(new Set(clips.map(sha256)).size).toBe(1);
      expect(await middleOfFirstFrame(clips[0] ?? Buffer.alloc(0))).toEqual([32, 192, 64]);
    } finally {
      site.close();
    }
  });

  it("fails with a reason if the image cannot be used", async () => {
    const { id } = await performer.create({ ...SMALL, image: `${performer.url}/health` });
    expect(await performer.ended(id)).toMatchObject({ status: "failed", error: { code: "invalid_image" } });
  });

  it("is blurred or shaken by the models that are worse on purpose", async () => {
    const models = ["reference", "reference-soft", "reference-shaky"];
    const made = await Promise.all(models.map((model) => performer.create({ ...SMALL, size: "320x180", model })));
    await Promise.all(made.map(({ id }) => performer.ended(id)));
    const scores = await Promise.all(made.map(({ id }) => scoreClip(`${performer.url}/v1/videos/${id}/content`)));
    const [steady, soft, shaky] = scores;
    expect(soft?.sharpness).toBeLessThan(0.85 * (steady?.sharpness ?? 0));
    expect(shaky?.motion).toBeGreaterThan(1.5 * (steady?.motion ?? 0));
  });

  it("takes any prompt as plain text", async () => {
    const prompt = "%{n} ':;,[x]=\\ drawtext=text=/etc/passwd \n 一只狐狸";
    const { id } = await performer.create({ ...SMALL, prompt });
    expect((await performer.ended(id)).status).toBe("completed");
    expect(performer.complaints).toEqual([]);
  });
});

describe("an idempotency key", () => {
  it("makes one job, however often and however close together it is sent", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => performer.create(SMALL, "ten")));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const journal = (await (await performer.call("GET", "/journal")).json()) as {
      entries: { idempotency_key: string | null; posts: number }[];
    };
    expect(journal.entries.filter(({ idempotency_key }) => idempotency_key === "ten")).toMatchObject([{ posts: 10 }]);
  });

  it("refuses another body", async () => {
    await performer.create(SMALL, "other");
    const reply = await performer.post({ ...SMALL, seed: 9 }, "other");
    expect(reply.status).toBe(409);
    expect(await reply.json()).toMatchObject({ error: { code: "idempotency_conflict" } });
  });
});

it("the performer serves byte ranges of the content", async () => {
  const { id } = await performer.create(SMALL);
  await performer.ended(id);
  const whole = await bytesOf(id);
  const part = await performer.content(id, { range: "bytes=10-19" });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 10-19/${whole.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
  const tail = await performer.content(id, { range: "bytes=-5" });
  expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-5));
  expect((await performer.content(id, { range: `bytes=${whole.length}-` })).status).toBe(416);
});

it("an instant job is complete at the first poll, once its eight clips exist", async () => {
  const instant = { ...SMALL, model: "reference-instant" };
  const first = await Promise.all(
    Array.from({ length: 8 }, (_, seed) => performer.create({ ...instant, seed: seed + 800 })),
  );
  await Promise.all(first.map(({ id }) => performer.ended(id)));
  const { renders_since_start: before } = (await (await performer.call("GET", "/journal?entries=0")).json()) as {
    renders_since_start: number;
  };
  for (let seed = 0; seed < 20; seed += 1) {
    const { id, status } = await performer.create({ ...instant, seed, prompt: `another ${seed}` });
    expect([status, (await performer.get(id)).status]).toEqual(["queued", "completed"]);
  }
  const journal = await (await performer.call("GET", "/journal?entries=0")).json();
  expect(journal).toMatchObject({ renders_since_start: before });
});

it("the performer names what is wrong with a request", async () => {
  for (const [body, word] of [
    [{ ...SMALL, size: "161x90" }, "size"],
    [{ ...SMALL, seconds: 600 }, "seconds"],
    [{ ...SMALL, fps: 60, seconds: 61 }, "seconds"],
    [{ ...SMALL, prompt: "" }, "prompt"],
    [{ ...SMALL, fault: "explode" }, "fault"],
    [{ ...SMALL, model: "other" }, "model"],
  ] as const) {
    const reply = await performer.post(body);
    expect(reply.status).toBe(400);
    expect(JSON.stringify(await reply.json())).toContain(word);
  }
  expect((await performer.call("GET", "/v1/videos/video_unknown")).status).toBe(404);
});

it("the performer requires its token where one is set", async () => {
  const guarded = await aPerformer({ token: "open sesame" });
  try {
    expect((await guarded.call("GET", "/v1/models")).status).toBe(401);
    const headers = { authorization: "Bearer open sesame" };
    expect((await fetch(`${guarded.url}/v1/models`, { headers })).status).toBe(200);
    expect((await guarded.call("GET", "/health")).status).toBe(200);
  } finally {
    await guarded.stop();
  }
});
