import type { ServerResponse } from "node:http";
import type { RayAnswer, RayServer } from "../../../../apps/server/src/testing/outsiders/ray-server.ts";
import type { Seeded } from "../../../seeded.ts";
import { type AnswerMode, CLUSTER_CANARY } from "./head-protocol.ts";

const BAD_SHARE_PERCENT = 70;
/** Beyond the limit of a request, and within that of a write. */
const [SLOW_FROM_MS, SLOW_SPREAD_MS] = [4_000, 4_000];

const TRACEBACK = `Traceback (most recent call last):
  File "/opt/ray/dashboard/modules/job/job_head.py", line 311, in list_jobs
    raise RuntimeError("token=${CLUSTER_CANARY}")
<script>alert("${CLUSTER_CANARY}")</script>
\u001b[31mRuntimeError: password=${CLUSTER_CANARY} of https://admin:${CLUSTER_CANARY}@head:8265\u001b[0m
`;

const traceback = (response: ServerResponse): void =>
  void response.writeHead(500, { "content-type": "text/html" }).end(TRACEBACK);

/** The request is obeyed, and its answer replaced. */
const replaceEnd = (response: ServerResponse, end: (body: string) => void): void => {
  response.end = ((body?: unknown) => {
    end(typeof body === "string" ? body : "");
    return response;
  }) as typeof response.end;
};

const lateTraceback = (ray: RayServer): RayAnswer => {
  return (request, response) => {
    const [head, end] = [response.writeHead.bind(response), response.end.bind(response)];
    response.writeHead = (() => response) as typeof response.writeHead;
    replaceEnd(response, () => {
      head(500, { "content-type": "text/plain" });
      end(TRACEBACK);
    });
    ray.answer(request, response);
  };
};

const reset =
  (ray: RayServer, random: Seeded): RayAnswer =>
  (request, response) => {
    if (random.below(2) === 0) return void request.socket.resetAndDestroy();
    replaceEnd(response, () => request.socket.resetAndDestroy());
    ray.answer(request, response);
  };

/** A log that ends early cannot be told from a short one, so only JSON is cut. */
const truncate =
  (ray: RayServer, random: Seeded): RayAnswer =>
  (request, response) => {
    const end = response.end.bind(response);
    const isJson = (body: string): boolean => body.startsWith("{") || body.startsWith("[");
    replaceEnd(response, (body) => void end(isJson(body) ? body.slice(0, random.below(body.length + 1)) : body));
    ray.answer(request, response);
  };

const delay =
  (ray: RayServer, random: Seeded): RayAnswer =>
  (request, response) => {
    setTimeout(() => ray.answer(request, response), SLOW_FROM_MS + random.below(SLOW_SPREAD_MS));
  };

const answerOf = (mode: AnswerMode, ray: RayServer, random: Seeded): RayAnswer | undefined => {
  switch (mode) {
    case "slow":
      return delay(ray, random);
    case "tracebacks":
      return (request, response) =>
        random.below(2) === 0 ? traceback(response) : lateTraceback(ray)(request, response);
    case "truncated":
      return truncate(ray, random);
    case "resets":
      return reset(ray, random);
    default:
      return undefined;
  }
};

/** Most requests are answered badly, the others as usual. Undefined for modes that change no answer. */
export const badAnswers = (mode: AnswerMode, ray: RayServer, random: Seeded): RayAnswer | undefined => {
  const bad = answerOf(mode, ray, random);
  return (
    bad &&
    ((request, response) =>
      random.below(100) < BAD_SHARE_PERCENT ? bad(request, response) : ray.answer(request, response))
  );
};
