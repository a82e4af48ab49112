import path from "node:path";
import { z } from "zod";
import { freePort } from "../../../apps/server/src/testing/listening.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-processes.ts";

const journalReply = z.object({
  posts: z.int(),
  entries: z.array(z.object({ idempotency_key: z.string().nullable(), posts: z.int() })),
});
/** Every job the performer accepted, with its idempotency key. */
export type Journal = z.output<typeof journalReply>;

export interface Performer extends ServerProcess {
  readonly url: string;
  /** From now on a share of the jobs fails, selected by the seed. */
  readonly misbehave: (seed: number) => Promise<void>;
  readonly journal: () => Promise<Journal>;
}

export const WEBHOOK_SECRET = "whsec_Y2hhb3MtcHJvb2Ytc2VjcmV0LTIwMjYtMTE=";

export const startPerformer = async (environment: NodeJS.ProcessEnv, folder: string): Promise<Performer> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const process = await startServerProcess(
    "apps/performer/src/bin/performer.ts",
    {
      ...environment,
      DAILIES_PERFORMER_PORT: `${port}`,
      DAILIES_PERFORMER_FOLDER: path.join(folder, "performer"),
      DAILIES_PERFORMER_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    { readyUrl: `${url}/health`, logFile: path.join(folder, "performer.log") },
  );
  const ask = async (route: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${route}`, {
      signal: AbortSignal.timeout(10_000),
      ...(body === undefined
        ? {}
        : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
  return {
    ...process,
    url,
    misbehave: async (seed) => {
      await ask("/faults", {
        seed,
        rules: [
          { fault: "slow", amount: 1, probability: 0.2 },
          { fault: "lost_answer", probability: 0.05 },
          { fault: "error_500", probability: 0.03 },
          { fault: "throttle", probability: 0.03 },
          { fault: "answer_twice", probability: 0.05 },
          { fault: "half_body", amount: 1, probability: 0.01 },
          { fault: "error_500", probability: 0.02, on: "poll" },
          { fault: "error_500", probability: 0.02, on: "content" },
        ],
      });
    },
    journal: async () => journalReply.parse(await ask("/journal?entries=true")),
  };
};
