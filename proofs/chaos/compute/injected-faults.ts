import { setTimeout as sleep } from "node:timers/promises";
import type { Seeded } from "../../seeded.ts";
import type { AnswerMode } from "./cluster/head-protocol.ts";
import type { RunningLoad } from "./load/load.ts";
import type { Cluster, World } from "./world.ts";

export interface InjectedFault {
  readonly name: string;
  /** Resolves when the cause is gone: from then on the console has to recover by itself. */
  readonly act: () => Promise<void>;
}

interface FaultContext {
  readonly world: World;
  readonly loads: readonly RunningLoad[];
  readonly random: Seeded;
}

/** A head is away for so long at most, and answers badly for so long. */
const AWAY_MS = 6_000;
const [BAD_FROM_MS, BAD_SPREAD_MS] = [5_000, 8_000];
const BAD_MODES = {
  slow: "Ray slow",
  tracebacks: "tracebacks",
  truncated: "truncated JSON",
  resets: "connections reset",
  hidden: "Serve's controller not found",
} as const satisfies Partial<Record<AnswerMode, string>>;

const answerBadly = async (
  { random }: FaultContext,
  { head }: Cluster,
  mode: keyof typeof BAD_MODES,
): Promise<void> => {
  await head.tell({ order: "answer", mode, seed: random.below(2 ** 31) });
  await sleep(BAD_FROM_MS + random.below(BAD_SPREAD_MS));
  await head.tell({ order: "answer", mode: "usual", seed: 0 });
};

const killHead = async ({ random, loads }: FaultContext, { id, head }: Cluster, isLost: boolean): Promise<void> => {
  if (isLost) for (const load of loads) await load.beforeLoss?.(id);
  await head.killAndRestart({ isLost, delayMs: random.below(AWAY_MS) });
};

/** Every kind of fault, each with a cluster that the seed picks. */
const kindsOf = (context: FaultContext): (() => InjectedFault)[] => {
  const { world, random } = context;
  const on = (name: string, act: (cluster: Cluster) => Promise<void>) => (): InjectedFault => {
    const cluster = random.pick(world.clusters);
    return { name: `${cluster.head.name}: ${name}`, act: () => act(cluster) };
  };
  const modes = Object.entries(BAD_MODES) as [keyof typeof BAD_MODES, string][];
  return [
    on("head killed, nothing kept", (cluster) => killHead(context, cluster, true)),
    () => ({ name: "worker killed", act: world.worker.killAndRestart }),
    on("head killed, all kept", (cluster) => killHead(context, cluster, false)),
    () => ({ name: "PostgreSQL killed", act: world.killDatabase }),
    () => ({ name: "API killed", act: world.api.killAndRestart }),
    on("node lost", async ({ head }) => void (await head.tell({ order: "lose node" }))),
    ...modes.map(([mode, name]) => on(name, (cluster) => answerBadly(context, cluster, mode))),
  ];
};

const shuffle = <T>(items: readonly T[], random: Seeded): T[] => {
  const left = [...items];
  return items.flatMap(() => left.splice(random.below(left.length), 1));
};

/** In rounds that have every kind once, each in an order of its own. */
export const planFaults = (context: FaultContext, count: number): InjectedFault[] => {
  const kinds = kindsOf(context);
  const planned: (() => InjectedFault)[] = [];
  while (planned.length < count) planned.push(...shuffle(kinds, context.random));
  return planned.slice(0, count).map((make) => make());
};
