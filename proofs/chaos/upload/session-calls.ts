import { assetsRoutes, type JsonRoute } from "@dailies/contract";
import type { UploadCalls } from "@dailies/uploader/types";

class CallFailed extends Error {
  readonly status: number;
  constructor(status: number, words: string) {
    super(words);
    this.status = status;
  }
}

interface Input {
  query?: Record<string, unknown>;
  body?: unknown;
}

const toAddress = (origin: string, route: JsonRoute, { query = {} }: Input): URL => {
  const url = new URL(route.path, origin);
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
  return url;
};

/** The routes an upload uses, with this cookie, as the console's own page calls them. */
export const sessionCalls = (origin: string, cookie: string): UploadCalls => {
  const call = async (route: JsonRoute, input: Input, signal?: AbortSignal): Promise<unknown> => {
    const response = await fetch(toAddress(origin, route, input), {
      method: route.method,
      headers: {
        cookie,
        "sec-fetch-site": "same-origin",
        ...(input.body === undefined ? {} : { "content-type": "application/json" }),
      },
      signal: signal ?? null,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new CallFailed(0, String(error));
    });
    const text = await response.text().catch(() => "");
    if (!response.ok) throw new CallFailed(response.status, text.slice(0, 300));
    return route.reply.parse(JSON.parse(text));
  };
  const names = [
    "generateUploadInfoWithCache",
    "signParts",
    "getUploadState",
    "completeUpload",
    "cancelUpload",
    "getOwnAsset",
  ] as const satisfies (keyof UploadCalls)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (input: Input, context?: { signal?: AbortSignal }) => call(assetsRoutes[name], input, context?.signal),
    ]),
  ) as unknown as UploadCalls;
};
