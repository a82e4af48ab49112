import { afterAll, beforeAll, expect, it } from "vitest";
import { scoreFrames } from "./score-clip.ts";
import { aPerformer, SMALL, type TestPerformer } from "./testing/client.ts";

let performer: TestPerformer;
beforeAll(async () => {
  performer = await aPerformer();
});
afterAll(() => performer.stop());

const FRAME = 128 * 72;
const score = async (body: object, key: string) => {
  const reply = await fetch(`${performer.url}/v1/scores`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as { id: string; status: string; score?: number } };
};
const ended = async (id: string) => {
  for (;;) {
    const now = (await (await performer.call("GET", `/v1/scores/${id}`)).json()) as Record<string, unknown>;
    if (now.status !== "in_progress") return now;
  }
};

it("the clip scorer gives zero to a flat and still clip, and more to one that is sharp or moves", () => {
  expect(scoreFrames(Buffer.alloc(3 * FRAME, 90))).toEqual({ score: 0, sharpness: 0, motion: 0 });
  const stripes = Buffer.alloc(2 * FRAME).map((_, at) => (at % 2) * 80);
  expect(scoreFrames(stripes)).toMatchObject({ sharpness: 80, motion: 0, score: 50 });
  const flashing = Buffer.concat([Buffer.alloc(FRAME, 0), Buffer.alloc(FRAME, 60)]);
  expect(scoreFrames(flashing)).toMatchObject({ sharpness: 0, motion: 60, score: 50 });
});

it("the clip scorer scores a clip at an address once for each key, and reports that it is no model", async () => {
  const { id } = await performer.create(SMALL);
  await performer.ended(id);
  const video = `${performer.url}/v1/videos/${id}/content`;
  const first = await score({ video, prompt: "a fox" }, "one");
  const told = await ended(first.body.id);
  expect(told).toMatchObject({ status: "completed", model: "reference-judge" });
  expect(told.note).toContain("no model");
  expect(told.score).toBeGreaterThan(0);
  expect((await score({ video, prompt: "a fox" }, "one")).body).toEqual(told);
});

it("the clip scorer fills in the text fields of a form that the prompt describes, in words that no model chose", async () => {
  const { id } = await performer.create(SMALL);
  await performer.ended(id);
  const video = `${performer.url}/v1/videos/${id}/content`;
  const prompt = 'Look.\n- "caption" (Caption (short)): a text of at most 9 characters.\n- "stars" (Stars): a number.';
  const { answer, score: of100 } = await ended((await score({ video, prompt }, "form")).body.id);
  const { values, score: said } = JSON.parse(String(answer)) as { values: Record<string, string>; score: number };
  expect(Object.keys(values)).toEqual(["caption"]);
  expect(values.caption).toMatch(/^A clip with a sharpness of [\d.]+ and a motion of [\d.]+\.$/);
  expect(said).toBeCloseTo(Number(of100) / 100);
});

it("the clip scorer says what it cannot read, and refuses what is no address", async () => {
  const { body } = await score({ video: `${performer.url}/v1/models` }, "no clip");
  expect(await ended(body.id)).toMatchObject({ status: "failed", error: { code: "unreadable" } });
  expect((await score({ video: "file:///etc/passwd" }, "file")).status).toBe(400);
  expect((await performer.call("GET", "/v1/scores/absent")).status).toBe(404);
});
