import { Agent, request } from "node:http";

export interface TimedAnswer {
  readonly status: number;
  readonly body: Buffer;
  readonly tookMs: number;
}

/** One keep-alive connection, one request at a time: the same client for every side of the comparison. */
export const openClient = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (url: string, headers: Record<string, string> = {}): Promise<TimedAnswer> =>
    new Promise((resolve, reject) => {
      const startedMs = performance.now();
      const asked = request(url, { agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const tookMs = performance.now() - startedMs;
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks), tookMs });
        });
      });
      asked.on("error", reject);
      asked.end();
    });
  return { get, close: () => agent.destroy() };
};

export type Client = ReturnType<typeof openClient>;

/** Bytes `[begin, end)` of the object at a URL. */
export const readRange = async ({ get }: Client, url: string, begin: number, end: number): Promise<TimedAnswer> => {
  const answer = await get(url, { range: `bytes=${begin}-${end - 1}` });
  if (answer.status !== 206 || answer.body.length !== end - begin)
    throw new Error(`a bare read answered ${answer.status} with ${answer.body.length} bytes`);
  return answer;
};
