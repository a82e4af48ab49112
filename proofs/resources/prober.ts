import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { LightPerson, Probed } from "./light-lines.ts";

export type ProbeInput = { readonly sliceMs: number } | { readonly idleMs: number };

/** The person who asks for little, in a thread: sending large bodies and receiving large answers would delay its clock. */
export interface Prober {
  readonly probe: (sliceMs: number) => Promise<Probed>;
  readonly settle: (idleMs: number) => Promise<void>;
  readonly close: () => Promise<unknown>;
}

export const openProber = ({ port, lightCookie, light }: LightPerson): Prober => {
  const workerData: LightPerson = { port, lightCookie, light };
  const thread = new Worker(new URL("./probe-thread.ts", import.meta.url), { workerData });
  const ask = async (about: ProbeInput): Promise<unknown> => {
    const answered = once(thread, "message");
    thread.postMessage(about);
    const [answer] = await answered;
    return answer;
  };
  return {
    probe: async (sliceMs) => (await ask({ sliceMs })) as Probed,
    settle: async (idleMs) => void (await ask({ idleMs })),
    close: () => thread.terminate(),
  };
};
