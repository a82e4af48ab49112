import { Agent, request } from "node:http";
import { inLanes } from "../../../platform/concurrency/in-lanes.ts";
import { type ServiceKey, signRequest } from "../sign-request.ts";
import type { Step } from "./demo-orders.rules.ts";

export interface Teller {
  /** Sends the requests of one customer in order; returns how many there were. */
  tell(steps: readonly Step[]): Promise<number>;
  close(): void;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Calls a running API as the product's services do: over HTTP, with signed requests. */
export const openTeller = (origin: string, key: ServiceKey, connections: number): Teller => {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  const post = (path: string, body: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const signature = signRequest(key, { method: "POST", path, body });
      const headers = { ...signature, "content-length": Buffer.byteLength(body) };
      const sent = request({ hostname, port, path, method: "POST", agent, headers, timeout: 30_000 }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
        response.on("error", reject);
      });
      sent.on("timeout", () => sent.destroy(new Error("the API did not answer")));
      sent.on("error", reject);
      sent.end(body);
    });

  return {
    tell: async (steps) => {
      const numbers = new Map<string, number>();
      for (const { path, body, keeps, takes } of steps) {
        const taken = takes ? { [takes.as]: numbers.get(takes.name) } : {};
        const { status, text } = await post(`/api_v1/service/${path}`, JSON.stringify({ ...body, ...taken }));
        if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
        if (keeps) numbers.set(keeps, (JSON.parse(text) as { seq: number }).seq);
      }
      return steps.length;
    },
    close: () => agent.destroy(),
  };
};

/** Sends all stories with bounded concurrency. */
export const tellAll = async (
  teller: Teller,
  stories: Iterable<readonly Step[]>,
  atOnce: number,
): Promise<{ customers: number; calls: number }> => {
  let [customers, calls] = [0, 0];
  await inLanes(stories, atOnce, async (story) => {
    const told = await teller.tell(story);
    calls += told;
    customers += 1;
  });
  return { customers, calls };
};
