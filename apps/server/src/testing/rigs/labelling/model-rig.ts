import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { PerformerPricing } from "@dailies/contract";
import { sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import type { ModelPrefillDeps } from "../../../features/labelling/prefill/model/ask-model.ts";
import { createPerformerSecretBox } from "../../../features/performers/index.ts";
import { createOutgoing } from "../../../platform/http-client/outgoing.ts";
import { newId } from "../../../platform/ids.ts";
import type { Caller } from "../../builders/a-caller.ts";
import { someDataset } from "../../builders/a-label-task.ts";
import { type DataRig, openRigReplicas } from "../data-rig.ts";
import type { RunningApp } from "../start-app.ts";

/** A question, as the performer sees it. */
export interface ModelQuestion {
  readonly key: string;
  readonly prompt: string;
  readonly video: string;
  /** The bytes that it read at the address. */
  readonly clip: string;
}

interface ModelAnswer {
  readonly status?: number;
  readonly body: object;
}

export interface LabellingModel {
  readonly url: string;
  /** All questions, also repeated ones. */
  readonly asked: ModelQuestion[];
  readonly mostAtOnce: () => number;
  /** What it says; a caption of the clip unless a test changes it. */
  says: (question: ModelQuestion) => ModelAnswer | Promise<ModelAnswer>;
}

/** Text that is JSON, as models answer. */
export const saying = (values: object, score?: number): ModelAnswer => ({
  body: { status: "completed", text: JSON.stringify({ values, ...(score !== undefined && { score }) }) },
});

const captionOf = ({ clip }: ModelQuestion): ModelAnswer => saying({ caption: `a caption of ${clip}` }, 0.75);

/** A small real server that reads clips and answers in words. Call it at the top of a test file. */
export const runLabellingModel = (): { readonly current: LabellingModel } => {
  const asked: ModelQuestion[] = [];
  let [atOnce, mostAtOnce] = [0, 0];
  const answer = async (key: string, body: { prompt: string; video: string }): Promise<ModelAnswer> => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    try {
      const clip = await (await fetch(body.video)).text();
      const question = { ...body, key, clip };
      asked.push(question);
      return await model.says(question);
    } finally {
      atOnce -= 1;
    }
  };
  const answered = new Map<string, ModelAnswer>();
  const reply = async (request: IncomingMessage): Promise<{ id: string; said: ModelAnswer }> => {
    const id = String(request.headers["idempotency-key"] ?? request.url?.split("/").at(-1));
    if (request.method === "POST")
      answered.set(id, await answer(id, JSON.parse(await text(request)) as { prompt: string; video: string }));
    return { id, said: answered.get(id) ?? { status: 404, body: {} } };
  };
  const server = createServer((request, response) => {
    void reply(request).then(({ id, said }) => {
      response.writeHead(said.status ?? 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id, ...said.body }));
    });
  });
  let model: LabellingModel;
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    model = { url, asked, mostAtOnce: () => mostAtOnce, says: captionOf };
  });
  afterAll(() => server.close());
  return {
    get current() {
      return model;
    },
  };
};

const CONFIG = { submit_path: "/answers", poll_path: "/answers/{id}", answer_at: "/text" };
const INPUTS = [
  { key: "prompt", label: "Prompt", role: "prompt", spec: { type: "text" } },
  { key: "video", label: "Clip", role: "video", spec: { type: "text" } },
];

export interface ModelPerformerOptions {
  readonly pricing?: Pick<PerformerPricing, "unit" | "unit_price_micros">;
  readonly concurrency?: number;
  readonly isShared?: boolean;
  readonly kind?: string;
  readonly config?: object;
}

/** The server as a performer; returns its id. */
export const aModelPerformer = async (
  { db }: Pick<DataRig, "db">,
  { url }: LabellingModel,
  { pricing, concurrency = 4, isShared = true, kind = "judge", config = CONFIG }: ModelPerformerOptions = {},
): Promise<string> => {
  const id = newId();
  const price = pricing && JSON.stringify({ ...pricing, currency: "USD", checked_at: null });
  await sql`insert into performer (id, name, kind, adapter, endpoint, model, version, adapter_config, input_schema,
      capabilities, concurrency, timeout_s, pricing, is_enabled, shared_with_internal, created_at, updated_at, created_by)
    values (${id}, ${`Captioner ${id}`}, ${kind}, 'http', ${url}, '', 'v7', ${JSON.stringify(config)}::jsonb,
      ${JSON.stringify(INPUTS)}::jsonb, '{}', ${concurrency}, 30, ${price ?? null}::jsonb, true, ${isShared}, now(), now(),
      'test')`.execute(db);
  await sql`insert into performer_slot (performer_id, slot)
    select ${id}, n from generate_series(0, ${concurrency - 1}) as n`.execute(db);
  return id;
};

/** A dataset whose clips lie side by side in one shard: the clip of the item n is the text "clip-n". */
export const aShardedDataset = async (
  rig: DataRig,
  owner: Caller,
  items: number,
): Promise<{ datasetId: string; version: number }> => {
  const object = `${rig.folder}shard-${newId()}`;
  const clips = Array.from({ length: items }, (_, n) => Buffer.from(`clip-${n}`));
  await rig.storage.putObject(object, Buffer.concat(clips), { contentType: "application/octet-stream" });
  let offset = 0;
  const rows = clips.map((clip) => {
    // A column of truth values needs at least one.
    const row = { object, media_offset: offset, media_bytes: clip.length, media_type: "video/mp4", is_ok: true };
    offset += clip.length;
    return row;
  });
  return someDataset(rig, owner, rows);
};

/** What the worker has that asks the model. Call it at the top of a test file, after the rigs that it is made of. */
export const runModelPrefillDeps = (
  model: { readonly current: LabellingModel },
  running: { readonly current: RunningApp },
  rig: { readonly current: DataRig },
): { readonly current: ModelPrefillDeps } => {
  let deps: ModelPrefillDeps;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const outgoing = createOutgoing({ trustedOrigins: [model.current.url] });
    const opened = await openRigReplicas(rig.current, running.current);
    const box = createPerformerSecretBox(running.current.config.secretKeys);
    deps = { ...rig.current.data, replicas: opened.replicas, box, outgoing };
    close = async () => {
      outgoing.close();
      await opened.close();
    };
  });
  afterAll(() => close());
  return {
    get current() {
      return deps;
    },
  };
};
