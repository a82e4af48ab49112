import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PerformerOptions } from "../environment.ts";
import { type RunningPerformer, startPerformer } from "../performer.ts";

/** Small enough to render instantly. */
export const SMALL = { prompt: "a fox in the snow", size: "160x90", seconds: 1, fps: 12, seed: 7 } as const;

export interface Video {
  readonly id: string;
  readonly status: string;
  readonly progress: number;
  readonly seed: number;
  readonly error: { readonly code: string } | null;
  readonly cost?: { readonly amount_micros: number; readonly currency: string };
}

export interface Client {
  readonly url: string;
  readonly post: (body: object, key?: string) => Promise<Response>;
  readonly create: (body: object, key?: string) => Promise<Video>;
  readonly get: (id: string) => Promise<Video>;
  readonly ended: (id: string) => Promise<Video>;
  readonly content: (id: string, headers?: Record<string, string>) => Promise<Response>;
  readonly call: (method: string, at: string, body?: unknown) => Promise<Response>;
}

export const clientOf = (url: string): Client => {
  const call = (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${at}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const post = (body: object, key?: string) =>
    call("POST", "/v1/videos", body, key === undefined ? {} : { "idempotency-key": key });
  const get = async (id: string) => (await (await call("GET", `/v1/videos/${id}`)).json()) as Video;
  return {
    url,
    call,
    post,
    get,
    create: async (body, key) => (await (await post(body, key)).json()) as Video,
    ended: async (id) => {
      for (;;) {
        const video = await get(id);
        if (video.status !== "queued" && video.status !== "in_progress") return video;
        await sleep(20);
      }
    },
    content: (id, headers) => call("GET", `/v1/videos/${id}/content`, undefined, headers),
  };
};

export interface TestPerformer extends Client {
  readonly running: RunningPerformer;
  readonly folder: string;
  readonly complaints: string[];
  stop(): Promise<void>;
}

/** A separate performer in its own folder. */
export const aPerformer = async (options: Partial<PerformerOptions> = {}): Promise<TestPerformer> => {
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), "dailies-performer-test-")));
  const complaints: string[] = [];
  const running = await startPerformer(
    { host: "127.0.0.1", port: 0, rendersAtOnce: 2, ...options, folder },
    (message, detail) => complaints.push(`${message} ${JSON.stringify(detail)}`),
  );
  return {
    ...clientOf(running.url),
    running,
    folder,
    complaints,
    stop: async () => {
      await running.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
