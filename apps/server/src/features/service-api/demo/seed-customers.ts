import { formatPrice, SERVICE_SCOPES } from "@dailies/contract";
import type { Seal } from "../../../platform/crypto/seal.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { AuditContext } from "../../../request-context.ts";
import { provisionSetting, readPublished, SETTINGS } from "../../settings/index.ts";
import { findCredentialByName } from "../credential.store.ts";
import { provisionServiceCredential, provisionServiceSecret } from "../manage-credentials.ts";
import type { ServiceKey } from "../sign-request.ts";
import { storeDemoClips } from "./demo-clips.ts";
import type { Step } from "./demo-orders.rules.ts";
import { type StoryInput, storyOf } from "./demo-story.rules.ts";
import { DEMO_PRODUCTS } from "./demo-words.rules.ts";
import { openTeller, tellAll } from "./tell-stories.ts";

const NAME = "demonstration data";
const DAY_MS = 86_400_000;
const AT_ONCE = 16;

export interface SeedDeps {
  readonly db: Db;
  readonly seal: Seal;
  readonly storage: ObjectStorage;
  readonly origin: string;
}

export interface SeedInput {
  readonly customers: number;
  readonly seed: number;
}

interface Storyteller {
  readonly key: ServiceKey;
  readonly untilMs: number;
}

/** The stories end on the day of the first seeding, so that seeding again sends the same data. */
/** The demonstration's products, beside those that are on the price list. */
const publishPrices = async ({ db }: SeedDeps, context: AuditContext): Promise<void> => {
  const known = await readPublished(db, SETTINGS.priceList);
  const missing = DEMO_PRODUCTS.filter(({ code }) => !Object.hasOwn(known, code));
  if (missing.length === 0) return;
  const entries = missing.map(({ code, priceMinor, credits }) => [
    code,
    formatPrice({ priceMinor, currency: "USD", credits }),
  ]);
  await provisionSetting(db, context, SETTINGS.priceList, { ...known, ...Object.fromEntries(entries) });
};

const prepareTeller = async (deps: SeedDeps, context: AuditContext): Promise<Storyteller> => {
  const known = await findCredentialByName(deps.db, NAME);
  const { credential, secret } = known
    ? await provisionServiceSecret(deps, context, known.id)
    : await provisionServiceCredential(deps, context, { name: NAME, scopes: SERVICE_SCOPES });
  const madeMs = new Date(credential.created_at).getTime();
  return { key: { keyId: credential.key_id, secret }, untilMs: Math.floor(madeMs / DAY_MS) * DAY_MS };
};

/** A generator, to keep only one story in memory. */
function* tellStories({ customers, ...input }: Omit<StoryInput, "index"> & { customers: number }): Generator<Step[]> {
  for (let index = 0; index < customers; index += 1) yield storyOf({ ...input, index });
}

/** Seeds two years of customers through the service API. Idempotent: existing data is sent again without effect. */
export const seedCustomers = async (
  deps: SeedDeps,
  context: AuditContext,
  { customers, seed }: SeedInput,
): Promise<{ customers: number; calls: number }> => {
  const clips = await storeDemoClips(deps.storage);
  await publishPrices(deps, context);
  const { key, untilMs } = await prepareTeller(deps, context);
  const teller = openTeller(deps.origin, key, AT_ONCE);
  try {
    return await tellAll(teller, tellStories({ customers, seed, untilMs, clips }), AT_ONCE);
  } finally {
    teller.close();
  }
};
