import { contract, type EvaluationItem, type Route } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anEvaluation, aRater, type Rater, storeJudgedClips } from "../../../testing/builders/an-evaluation.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
let owner: Caller;

beforeAll(async () => {
  owner = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
});

const LABELS = ["Northern Model", "Southern Model"];

/** Clips that differ in everything that could identify the model. */
const CLIPS = [
  { bytes: Buffer.alloc(70_000, "n"), contentType: "video/mp4", fps: 24, seconds: 2 },
  { bytes: Buffer.alloc(1_000_000, "s"), contentType: "video/webm", fps: 30, seconds: 1.9 },
] as const;

/** The same pair leased to many raters, some of whom see it with the sides swapped. */
const inManyHands = async (isInside: boolean) => {
  const permissions = isInside ? (["USE_VERSION_1_0"] as const) : [];
  const callers = await Promise.all(Array.from({ length: 8 }, () => aCaller(app.current, { permissions })));
  const { id } = await anEvaluation(app.current, owner, {
    prompts: 1,
    labels: LABELS,
    raters: callers,
    plan: { judges_per_item: 8 },
  });
  if (isInside) {
    const members = callers.map((caller) => ({ task_id: id, user_id: caller.id }));
    await app.current.db.insertInto("task_member").values(members).execute();
  }
  await storeJudgedClips(app.current, id, CLIPS);
  const hands: { rater: Rater; item: EvaluationItem; isSwapped: boolean }[] = [];
  for (const caller of callers) {
    const rater = aRater(caller, id);
    const [item] = await rater.claim();
    if (!item) throw new Error("there is an item for everybody");
    const { is_swapped } = await app.current.db
      .selectFrom("evaluation_lease")
      .select("is_swapped")
      .where("id", "=", item.lease_id)
      .executeTakeFirstOrThrow();
    hands.push({ rater, item, isSwapped: is_swapped });
  }
  return hands;
};

const media = async ({ rater, item }: { rater: Rater; item: EvaluationItem }, slot: number, range?: string) => {
  const response = await app.current.app.http.inject({
    url: item.slots[slot]?.media_url ?? "",
    cookies: rater.cookies,
    headers: { "sec-fetch-site": "same-origin", ...(range && { range }) },
  });
  const { "x-request-id": _id, date: _date, ...headers } = response.headers;
  return { status: response.statusCode, headers, bytes: response.rawPayload };
};

describe.each([
  ["from outside", false],
  ["who holds USE_VERSION_1_0 and is a member", true],
])("what a rater %s gets", (_who, isInside) => {
  it("is the same byte by byte when the columns are exchanged, but for the id made for this rater", async () => {
    const hands = await inManyHands(isInside);
    expect(new Set(hands.map(({ isSwapped }) => isSwapped)).size).toBe(2);
    const payloads = hands.map(({ item }) => JSON.stringify(item).replaceAll(item.lease_id, "LEASE"));
    expect(new Set(payloads).size).toBe(1);
    for (const word of [...LABELS, "judged/", "sha", "seed", "cost", "entry", "attempt"]) {
      expect(payloads[0]).not.toContain(word);
    }
  });

  it("is media with the same headers for both clips, whole and in parts, and with nothing that names them", async () => {
    const hands = await inManyHands(isInside);
    for (const range of [undefined, "bytes=0-999", "bytes=69000-80000", "bytes=-100", "bytes=9999999-"]) {
      const answers = await Promise.all(hands.flatMap((hand) => [media(hand, 0, range), media(hand, 1, range)]));
      const [one, ...others] = answers.map(({ status, headers }) => ({ status, headers }));
      for (const other of others) expect(other).toEqual(one);
      const names = Object.keys(answers[0]?.headers ?? {});
      for (const name of ["etag", "last-modified", "content-disposition", "set-cookie"])
        expect(names).not.toContain(name);
      expect(answers[0]?.headers["cache-control"]).toBe("no-store");
    }
  });

  it("plays as the clip it is: its bytes, and after them a box that players pass over", async () => {
    const [hand] = await inManyHands(isInside);
    if (!hand) throw new Error("there is a hand");
    const north = hand.isSwapped ? 1 : 0;
    const whole = await media(hand, north);
    expect(whole.status).toBe(200);
    expect(whole.bytes.subarray(0, 70_000).equals(Buffer.alloc(70_000, "n"))).toBe(true);
    expect(whole.bytes.readUInt32BE(70_000)).toBe(whole.bytes.length - 70_000);
    expect(whole.bytes.subarray(70_004, 70_008).toString()).toBe("free");
    const parts = await Promise.all(
      ["bytes=0-69999", "bytes=70000-70003", "bytes=70004-"].map((range) => media(hand, north, range)),
    );
    expect(parts.map(({ status }) => status)).toEqual([206, 206, 206]);
    expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(whole.bytes)).toBe(true);
  });

  it("is readable by the holder of the lease only, and only while the lease lasts", async () => {
    const [first, second] = await inManyHands(isInside);
    if (!(first && second)) throw new Error("there are hands");
    expect((await media({ rater: second.rater, item: first.item }, 0)).status).toBe(404);
    await first.rater.submit(first.item.lease_id);
    expect((await media(first, 0)).status).toBe(200);
    app.current.clock.advance(31_000);
    expect((await media(first, 0)).status).toBe(404);
    await second.rater.ask("release", { lease_id: second.item.lease_id });
    expect((await media(second, 0)).status).toBe(404);
  });
});

describe("what others said", () => {
  const MARK = "the left hand has six fingers";
  const SECRET = "a most unusual answer";
  const VALUES: Record<string, string> = { row: "0", col: "0", slot: "A" };

  const readAll = async (caller: Caller, taskId: string): Promise<Map<string, string>> => {
    const routes = Object.values(contract).flatMap((group) => Object.values(group) as Route[]);
    const seen = new Map<string, string>();
    for (const route of routes.filter(({ method, path }) => method === "GET" && !/events|logout/.test(path))) {
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => VALUES[name] ?? taskId);
      const query = route.query ? `?id=${taskId}&task_id=${taskId}&row_from=0&row_to=5&col_from=0&col_to=5` : "";
      const response = await app.current.app.http.inject({
        url: path + query,
        cookies: caller.cookies,
        headers: { "sec-fetch-site": "same-origin" },
      });
      seen.set(`${route.path} ${response.statusCode}`, response.body);
    }
    return seen;
  };

  it("cannot be read by anybody else who judges, by any call of the console, before it is finished", async () => {
    const [rita, kenji] = await Promise.all(
      [1, 2].map(() => aCaller(app.current, { permissions: ["USE_VERSION_1_0", "STATIC_RESOURCE_MANAGE"] })),
    );
    if (!(rita && kenji)) throw new Error("there are two");
    const key = "why.they.think.so";
    const { id, ask } = await anEvaluation(app.current, owner, {
      prompts: 2,
      labels: LABELS,
      raters: [rita, kenji],
      plan: { judges_per_item: 2 },
      fields: [{ key, field: { type: "text" } }],
    });
    await app.current.db.insertInto("task_member").values({ task_id: id, user_id: kenji.id }).execute();
    const mark = { t: 1, slot: "A", tag: "anatomy", note: MARK };
    const judgement = await aRater(rita, id).judge({ choice: "B", answers: { [key]: SECRET }, marks: [mark] });
    const before = await readAll(kenji, id);
    expect(before.size).toBeGreaterThan(50);
    for (const [call, body] of before) {
      expect(`${call}: ${body.includes(SECRET) || body.includes(MARK)}`).toBe(`${call}: false`);
      expect(`${call}: ${body.includes(judgement ?? "")}`).toBe(`${call}: false`);
    }
    expect([...before.keys()]).toContain("/api_v1/evaluating/judgements/:id 403");
    expect([...before.keys()]).toContain("/api_v1/leaderboard/:id 403");
    expect([...before.keys()]).toContain("/api_v1/task/benchmark/detail/:id 403");
    for (const [call, body] of before)
      for (const label of LABELS) expect(`${call}: ${body.includes(label)}`).toBe(`${call}: false`);
    const { body: detail } = await kenji.get(`/api_v1/evaluating/detail/${id}`);
    expect(detail).toMatchObject({ raters: [], gold: [], is_mine: false });

    expect((await owner.get(`/api_v1/evaluating/judgements/${id}`)).body.total).toBe(1);
    expect((await ask("close", { reason: "enough" })).status).toBe(200);
    const after = await kenji.get(`/api_v1/evaluating/judgements/${id}`);
    expect(after.body.items).toMatchObject([{ answers: { [key]: SECRET }, rater: rita.username }]);
    const { rows } = await sql`select from judgement where task_id = ${id}`.execute(app.current.db);
    expect(rows).toHaveLength(1);
  });
});
