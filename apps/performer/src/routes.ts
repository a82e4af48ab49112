import type { IncomingMessage, ServerResponse } from "node:http";
import type { ClipLibrary } from "./clip-library.ts";
import { amountOf } from "./fault.ts";
import { type FaultBoard, faultPlan, type Moment } from "./fault-board.ts";
import { HttpFault, readJson, replyJson } from "./http.ts";
import type { Job } from "./job.ts";
import type { JobQueue } from "./job-queue.ts";
import type { JobRunner } from "./job-runner.ts";
import { CURRENCY, PRICE_MICROS_PER_SECOND, viewAccepted } from "./job-view.ts";
import { writeJournal } from "./journal.ts";
import { JUDGE, type ScoreQueue } from "./score-queue.ts";
import { sendContent } from "./send-content.ts";
import { clipIdOf, MODELS } from "./video-request.ts";

const MAX_KEY_LENGTH = 255;

interface Parts {
  readonly queue: JobQueue;
  readonly runner: JobRunner;
  readonly library: ClipLibrary;
  readonly board: FaultBoard;
  readonly scores: ScoreQueue;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly id: string;
}

type Handler = (parts: Parts, exchange: Exchange) => Promise<void> | void;

let asked = 0;

const needJob = ({ queue, board }: Parts, id: string, moment: Moment): Job => {
  const job = queue.find(id);
  if (!job) throw new HttpFault(404, "not_found", "there is no such video");
  asked += 1;
  for (const { name } of board.drawn(moment, `${job.key ?? id}|${asked}`, job.request.prompt)) {
    if (name === "throttle")
      throw new HttpFault(429, "rate_limit_exceeded", "too many requests", { "retry-after": "1" });
    if (name === "error_500") throw new HttpFault(500, "internal_error", "something broke");
  }
  return job;
};

const keyOf = (request: IncomingMessage): string | null => {
  const header = request.headers["idempotency-key"];
  const key = typeof header === "string" && header !== "" ? header : null;
  if (key !== null && key.length > MAX_KEY_LENGTH) throw new HttpFault(400, "invalid_request", "the key is too long");
  return key;
};

const createVideo: Handler = async ({ queue }, { request, response }) => {
  const key = keyOf(request);
  const { job, isAnswerLost } = await queue.submit(await readJson(request), key);
  if (isAnswerLost) request.socket.destroy();
  else replyJson(response, 200, viewAccepted(job));
};

const getVideo: Handler = (parts, { response, id }) => {
  replyJson(response, 200, parts.runner.view(needJob(parts, id, "poll")));
};

const getContent: Handler = async (parts, { request, response, url, id }) => {
  const job = needJob(parts, id, "content");
  const variant = url.searchParams.get("variant") ?? "video";
  if (variant !== "video") throw new HttpFault(400, "invalid_request", "there is no other variant than video");
  if (job.status !== "completed") throw new HttpFault(409, "not_ready", `the video is ${job.status}`);
  job.contentReads += 1;
  const file = await parts.library.take(job.clip);
  if (file === undefined) throw new HttpFault(404, "not_found", "the clip is gone");
  const isCutOff = job.contentReads <= amountOf(job.faults, "half_body", 1);
  await sendContent(request, response, { file, etag: clipIdOf(job.clip), isCutOff });
};

const deleteVideo: Handler = async (parts, { response, id }) => {
  const job = needJob(parts, id, "poll");
  if (!(await parts.runner.cancel(job))) throw new HttpFault(409, "already_ended", `the video is ${job.status}`);
  replyJson(response, 200, { id, object: "video.deleted", deleted: true });
};

const listModels: Handler = (_parts, { response }) => {
  const pricing = { unit: "second", unit_price_micros: PRICE_MICROS_PER_SECOND, currency: CURRENCY };
  const data = MODELS.map((id) => ({ id, object: "model", owned_by: "dailies", pricing }));
  replyJson(response, 200, { object: "list", data: [...data, { id: JUDGE, object: "model", owned_by: "dailies" }] });
};

const createScore: Handler = async ({ scores }, { request, response }) => {
  const key = keyOf(request);
  replyJson(response, 200, scores.submit(await readJson(request), key));
};

const getScore: Handler = ({ scores }, { response, id }) => {
  const score = scores.find(id);
  if (!score) throw new HttpFault(404, "not_found", "there is no such score");
  replyJson(response, 200, score);
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  "GET /health": (_parts, { response }) => replyJson(response, 200, { status: "ok" }),
  "GET /v1/models": listModels,
  "POST /v1/videos": createVideo,
  "GET /v1/videos/:id": getVideo,
  "DELETE /v1/videos/:id": deleteVideo,
  "GET /v1/videos/:id/content": getContent,
  "HEAD /v1/videos/:id/content": getContent,
  "POST /v1/scores": createScore,
  "GET /v1/scores/:id": getScore,
  "GET /journal": ({ queue, library }, { response, url }) => {
    replyJson(response, 200, writeJournal(queue.list(), library.renders, url.searchParams.get("entries") !== "0"));
  },
  "GET /faults": ({ board }, { response }) => replyJson(response, 200, board.plan),
  "POST /faults": async ({ board }, { request, response }) => {
    await board.replace(faultPlan.parse(await readJson(request)));
    replyJson(response, 200, board.plan);
  },
  "DELETE /faults": async ({ board }, { response }) => {
    await board.replace(faultPlan.parse({ rules: [] }));
    replyJson(response, 200, board.plan);
  },
};

export const answer = async (parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? "/", "http://performer");
  const match = /^\/v1\/(?<what>videos|scores)\/(?<id>[\w-]+)(?<rest>\/content)?$/.exec(url.pathname);
  const path = match ? `/v1/${match.groups?.what}/:id${match.groups?.rest ?? ""}` : url.pathname;
  const handler = HANDLERS[`${request.method} ${path}`];
  if (!handler) throw new HttpFault(404, "not_found", `there is no ${request.method} ${url.pathname}`);
  await handler(parts, { request, response, url, id: match?.groups?.id ?? "" });
};
