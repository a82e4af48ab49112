import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { aPriceList } from "../../../testing/builders/credits/a-price-list.ts";
import { examplesAsked, seedAsked } from "../../../testing/environment.ts";
import { ACTS, type ActName, type Choice } from "../../../testing/one-person/acts.ts";
import { aWorld } from "../../../testing/one-person/world.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { SETTINGS } from "../../settings/index.ts";

const LIMIT = SETTINGS.grantSecondPersonAbove.defaultValue;
const ACTS_PER_SEQUENCE = 30;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const running = runApp();

beforeAll(() => aPriceList(running.current, { pack: { priceMinor: 1_000, currency: "USD", credits: 50_000 } }));

const anAct: fc.Arbitrary<readonly [ActName, Choice]> = fc.tuple(
  fc.constantFrom(...(Object.keys(ACTS) as ActName[]), "wait"),
  fc.record({
    who: fc.nat(9),
    whom: fc.nat(9),
    amount: fc.oneof(fc.integer({ min: 1, max: 150_000 }), fc.constantFrom(LIMIT, LIMIT / 2, LIMIT + 1)),
    way: fc.nat(255),
  }),
);

/** Acts that one person may begin: each must have been accepted at least once, whatever it led to. */
const TRIED = [
  "/admin/user/grant_credits",
  "/admin/user/grant_credits/bulk",
  "/admin/tools/service_credentials/create",
  "/admin/tools/service_credentials/rotate",
  "/user/create",
  "/perm/change",
  "/config/create",
  "/config/update",
  "/config/publish",
  "/config/import",
];

interface Created {
  readonly atMs: number;
  readonly credits: number;
}

/** The most that was created within any 24 hours. */
const mostInADay = (created: readonly Created[]): number =>
  Math.max(
    0,
    ...created.map(({ atMs }) =>
      created
        .filter((each) => each.atMs >= atMs && each.atMs < atMs + DAY_MS)
        .reduce((sum, { credits }) => sum + credits, 0),
    ),
  );

/** Runs the acts; returns what they created, and when. */
const runSequence = async (
  acts: readonly (readonly [ActName, Choice])[],
  note: (path: string) => void,
): Promise<Created[]> => {
  const { clock } = running.current;
  const world = await aWorld(running.current, note);
  const created: Created[] = [];
  let known = 0;
  const look = async (): Promise<void> => {
    const sum = await world.readCreated();
    if (sum > known) created.push({ atMs: clock.now().getTime(), credits: sum - known });
    known = sum;
  };
  for (const [name, choice] of acts) {
    if (name !== "wait") {
      await ACTS[name](world, choice, clock.now());
      continue;
    }
    await look();
    clock.advance((1 + (choice.way % 12)) * HOUR_MS);
    world.signInAgain();
  }
  await look();
  return created;
};

const EXAMPLES = examplesAsked(40);
/** A longer search takes as long as it needs; this only ends one that hangs. */
const TIMEOUT_MS = EXAMPLES * 3_000;

describe("one person with every permission", () => {
  it(
    "never creates more than the limit in 24 hours, with all accounts and credentials that they can make",
    async () => {
      const mosts: number[] = [];
      const answered = new Set<string>();
      const acts = fc.array(anAct, { minLength: ACTS_PER_SEQUENCE, maxLength: ACTS_PER_SEQUENCE });
      await fc.assert(
        fc.asyncProperty(acts, async (sequence) => {
          const most = mostInADay(await runSequence(sequence, (path) => answered.add(path)));
          mosts.push(most);
          expect(most).toBeLessThanOrEqual(LIMIT);
        }),
        { numRuns: EXAMPLES, seed: seedAsked(20_261_117), endOnFailure: true },
      );
      // Not for lack of trying: many sequences create credits, and some come close to the limit.
      expect(mosts.filter((most) => most > 0).length).toBeGreaterThan(mosts.length / 2);
      expect(Math.max(...mosts)).toBeGreaterThan(LIMIT * 0.8);
      expect([...answered]).toEqual(expect.arrayContaining(TRIED.map((path) => `/api_v1${path}`)));
    },
    TIMEOUT_MS,
  );
});
