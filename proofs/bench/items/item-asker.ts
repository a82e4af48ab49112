import { openLine } from "../ledger/http-line.ts";

export interface Asked<T> {
  readonly answer: T;
  readonly tookMs: number;
}

/** A client that sends one request after the other. */
export interface ItemAsker {
  readonly post: <T>(path: string, body: object) => Promise<Asked<T>>;
  readonly get: <T>(path: string) => Promise<Asked<T>>;
  readonly close: () => void;
}

export const openItemAsker = async (port: number, cookie: string, datasetId: string): Promise<ItemAsker> => {
  const line = await openLine(port);
  const ask = async <T>(method: string, path: string, body?: string): Promise<Asked<T>> => {
    const startedMs = performance.now();
    const headers = { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const answer = await line.ask(method, `/api_v1/dataset/${datasetId}/${path}`, headers, body);
    const tookMs = performance.now() - startedMs;
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body.slice(0, 300)}`);
    return { answer: JSON.parse(answer.body) as T, tookMs };
  };
  return {
    post: (path, body) => ask("POST", path, JSON.stringify(body)),
    get: (path) => ask("GET", path),
    close: line.close,
  };
};

export interface Page {
  readonly items: readonly { readonly ordinal: number }[];
  readonly total: number;
  readonly partial: boolean;
  readonly total_exact: boolean;
}
