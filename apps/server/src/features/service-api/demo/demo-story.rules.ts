import { type Chance, chanceOf, idOf } from "./chance.rules.ts";
import type { DemoClip } from "./demo-clips.ts";
import { jobOf } from "./demo-jobs.rules.ts";
import { DAY_MS, type Episode, type Life, packEpisodes, planEpisodes, type Step } from "./demo-orders.rules.ts";
import { filmOf, nameOf } from "./demo-words.rules.ts";

const YEARS_MS = 2 * 365 * DAY_MS;
const WELCOME_CREDITS = 50;
const iso = (ms: number): string => new Date(ms).toISOString();

export interface StoryInput {
  readonly seed: number;
  readonly index: number;
  readonly untilMs: number;
  readonly clips: readonly [DemoClip, ...DemoClip[]];
}

type Kind = "free" | "packs" | "month" | "year";
const KINDS: readonly [Kind, ...Kind[]] = [
  ...(["free", "free", "free", "free", "free", "free", "free", "free", "free", "free"] as const),
  ...(["packs", "packs", "packs", "packs", "packs", "month", "month", "month", "month", "year"] as const),
];
const JOBS: Readonly<Record<Kind, readonly [number, number]>> = {
  free: [2, 14],
  packs: [12, 50],
  month: [25, 90],
  year: [120, 220],
};

const paymentsOf = (chance: Chance, life: Life, kind: Kind): Episode[] => {
  if (kind === "free") return [];
  if (kind === "packs") return packEpisodes(chance, life, chance.between(1, 6));
  return [...planEpisodes(chance, life, kind), ...packEpisodes(chance, life, chance.between(0, 2))];
};

/** The account and its welcome credits; those of new users expire after some weeks. */
const welcomeOf = (chance: Chance, life: Life, name: string): Episode => {
  const isNew = life.toMs - life.fromMs < 45 * DAY_MS;
  const grant = { amount: WELCOME_CREDITS, category: "promo", reference: "welcome", occurred_at: iso(life.fromMs) };
  const expiry = isNew ? { expires_at: iso(life.toMs + chance.between(2, 40) * DAY_MS) } : {};
  const user = {
    email: life.email,
    external_id: `demo-${life.id}`,
    name,
    has_consented: chance.next() < 0.6,
    status: chance.next() < 0.03 ? "suspended" : "active",
    created_at: iso(life.fromMs),
    occurred_at: iso(life.fromMs),
  };
  return {
    atMs: life.fromMs,
    brings: WELCOME_CREDITS,
    steps: [
      { path: "user/upsert", body: user },
      {
        path: "credits/grant",
        body: { user_email: life.email, ...grant, ...expiry, idempotency_key: `demo-${life.id}-welcome` },
      },
    ],
  };
};

/** Everything one customer did in up to two years, in order, never spending more than the balance. */
export const storyOf = ({ seed, index, untilMs, clips }: StoryInput): Step[] => {
  const id = `${seed}-${index}`;
  const chance = chanceOf(`customer ${id}`);
  const { name, email } = nameOf(chance, index);
  // Signups increase over time.
  const fromMs = untilMs - YEARS_MS * (1 - Math.sqrt(chance.next()) * 0.99);
  const life: Life = { id, email, fromMs, toMs: untilMs };
  const kind = chance.pick(KINDS);
  const [fewest, most] = JOBS[kind];
  const jobTimes = Array.from(
    { length: chance.between(fewest, most) },
    () => fromMs + chance.next() * (untilMs - fromMs),
  );
  const payments = paymentsOf(chance, life, kind).filter(({ atMs }) => atMs < untilMs - 600_000);
  const happenings: (Episode | { readonly atMs: number })[] = [
    welcomeOf(chance, life, name),
    ...payments,
    ...jobTimes.map((atMs) => ({ atMs: Math.max(fromMs + 60_000, Math.min(atMs, untilMs - 900_000)) })),
  ];
  const projects = Array.from({ length: chance.between(1, 4) }, (_, n) => ({
    id: idOf(`project ${id} ${n}`),
    name: filmOf(chance, n),
  }));
  return tellInOrder(chance, { life, clips, projects, happenings: happenings.sort((a, b) => a.atMs - b.atMs) });
};

interface Telling {
  readonly life: Life;
  readonly clips: StoryInput["clips"];
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly happenings: readonly (Episode | { readonly atMs: number })[];
}

const tellInOrder = (chance: Chance, { life, clips, projects, happenings }: Telling): Step[] => {
  const steps: Step[] = [];
  const begun = new Set<string>();
  let affordableCredits = 0;
  for (const [n, happening] of happenings.entries()) {
    if ("steps" in happening) {
      steps.push(...happening.steps);
      affordableCredits += happening.brings;
      continue;
    }
    const { atMs } = happening;
    const project = projects[Math.floor(chance.next() * projects.length)];
    const job = project && jobOf(chance, { life, n, atMs, projectId: project.id, clips, affordableCredits });
    if (!project || !job) continue;
    if (!begun.has(project.id)) {
      begun.add(project.id);
      const told = { created_at: iso(atMs), occurred_at: iso(atMs) };
      steps.push({ path: "project/upsert", body: { ...project, user_email: life.email, ...told } });
    }
    steps.push(...job.steps);
    affordableCredits -= job.spentCredits;
  }
  return steps;
};
