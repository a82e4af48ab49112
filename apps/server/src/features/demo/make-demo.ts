import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { creditsRoutes, datasetCatalogueRoutes, demoRoutes } from "@dailies/contract";
import { type ConsoleClient, RefusedCall, signIn } from "./console-client.ts";
import { DATA_ENGINEER, DEMO_TAG, GRANTS, JUDGES, OPERATOR, OWNER } from "./demo-plan.ts";
import { type DemoPerformers, ensureGenerating, ensureJudged } from "./make-benchmarks.ts";
import { ensureLabelled } from "./make-labels.ts";

export interface DemoInput {
  readonly origin: string;
  /** The password that the seeded people share. */
  readonly password: string;
  readonly performers: DemoPerformers;
  /** Datasets whose objects are stored already. */
  readonly datasets: readonly { readonly uri: string; readonly name: string; readonly description: string }[];
  /** Beginning of the addresses of customers who get credits; omitted, nobody does. */
  readonly customersLike?: string;
  readonly say: (line: string) => void;
}

/** The same id each time, so that a repeated call has no effect. */
const keyOf = (text: string): string => {
  const hash = createHash("sha256").update(`dailies demo ${text}`).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-7${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
};

const registerDatasets = async (person: ConsoleClient, datasets: DemoInput["datasets"]): Promise<number> => {
  const { items } = await person.call(datasetCatalogueRoutes.listDatasets, {});
  const missing = datasets.filter(({ name }) => !items.some((known) => known.name === name));
  for (const { uri, name, description } of missing) {
    const body = { uri, name, description, tags: [DEMO_TAG], request_key: randomUUID() };
    await person.call(datasetCatalogueRoutes.createDataset, { body });
  }
  return missing.length;
};

/** Grants by an operator to the first customers; a repeated grant has no effect. */
const grantCredits = async (operator: ConsoleClient, q: string): Promise<void> => {
  const { items } = await operator.call(creditsRoutes.searchEndUsers, { query: { q, limit: 20 } });
  for (const [place, [amount, category, reason]] of GRANTS.entries()) {
    const customer = items[place];
    if (!customer) return;
    const body = { user_email: customer.email, amount, category, reason, idempotency_key: keyOf(`grant ${place}`) };
    try {
      await operator.call(creditsRoutes.grantCredits, { body });
    } catch (error) {
      // The first customers may be others than at the first run.
      if (!(error instanceof RefusedCall && error.status === 409)) throw error;
    }
  }
};

/** Makes what a first look should find, as the seeded people and through the API. Existing parts stay unchanged. */
export const makeDemo = async (input: DemoInput): Promise<void> => {
  const { origin, password, performers, datasets, customersLike, say } = input;
  const enter = (username: string): Promise<ConsoleClient> => signIn(origin, username, password);
  const owner = await enter(OWNER);
  const judges: ConsoleClient[] = [];
  for (const username of JUDGES) judges.push(await enter(username));
  const engineer = await enter(DATA_ENGINEER);
  const registered = await registerDatasets(engineer, datasets);
  say(`registered ${registered} new datasets`);
  if (customersLike !== undefined) await grantCredits(await enter(OPERATOR), customersLike);
  const judgements = await ensureJudged(owner, judges, performers);
  say(`made ${judgements} new judgements`);
  const isStarted = await ensureGenerating(owner, performers);
  say(isStarted ? "started a second benchmark" : "the second benchmark was there");
  // Last, because the dataset is being indexed meanwhile.
  const [labelled] = datasets;
  if (labelled) say(`made ${await ensureLabelled(engineer, judges, labelled.name)} new labels`);
};

const RETRIES = 60;

/** Asks the API to remove the demo, until its cancelled calls have ended and its performers are deleted too. */
export const askToRemoveDemo = async ({
  origin,
  username,
  password,
  say,
}: Pick<DemoInput, "origin" | "password" | "say"> & { readonly username: string }): Promise<void> => {
  const administrator = await signIn(origin, username, password);
  for (let attempt = 0; attempt < RETRIES; attempt += 1) {
    const { tasks, datasets, performers, performers_left } = await administrator.call(demoRoutes.removeDemo, {});
    say(`removed ${tasks} tasks, ${datasets} datasets and ${performers} performers`);
    if (performers_left === 0) return;
    await sleep(1_000);
  }
  throw new Error("calls of the demo's performers are still under way; try again later");
};
