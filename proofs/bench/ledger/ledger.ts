// Movements a second and the processor time of each: the database's function called directly against the service API, spread
// over all accounts and on one; an old ledger against a new one; and one call sent ten thousand times.
import { sql } from "kysely";
import { readConfig } from "../../../apps/server/src/config.ts";
import {
  createServiceCredential,
  createServiceSeal,
  type ServiceKey,
} from "../../../apps/server/src/features/service-api/index.ts";
import { asOwner, type DatabaseUrls } from "../../../apps/server/src/testing/template-database.ts";
import { withDatabase } from "../../chaos/harness/own-database.ts";
import { machineTime, stolenShare } from "../cpu-time.ts";
import { startApiProcess } from "./api-process.ts";
import type { Side } from "./caller.ts";
import { sendCopies } from "./copies.ts";
import { type BenchEngines, openDatabase, openEngines } from "./engines.ts";
import { fillLedger, roundsOf, settleAll } from "./fill-ledger.ts";
import { alternate, type Meter, measureSlice, startCaller } from "./measure-slice.ts";
import type { Work } from "./movers.ts";
import { describeSide, print, processorRatio, ratioOf } from "./report.ts";

const API_GOAL = 0.5;
const GROWTH_GOAL = 0.8;
const CONNECTIONS = 16;

interface Extent {
  readonly accounts: number;
  readonly oldMovements: number;
  readonly sliceMs: number;
  readonly rounds: number;
  readonly copies: number;
  /** Too short for its ratios to mean anything. */
  readonly isSmoke: boolean;
}
const FULL: Extent = {
  ...{ accounts: 10_000, oldMovements: 10_000_000, sliceMs: 2_000, rounds: 4, copies: 10_000 },
  isSmoke: false,
};
const SMOKE: Extent = {
  ...{ accounts: 200, oldMovements: 20_000, sliceMs: 400, rounds: 1, copies: 500 },
  isSmoke: true,
};

/** What everybody spends from; given by the function itself, which must accept what is there. */
const GIVE_ALL = `select count(*) from end_user u, lateral move_credits(
  u.id, 'grant', 100000000, null, 'to spend', 'promo', null, null, null, 'bench', '{}'::jsonb)`;

const openAccounts = (accounts: number) => (ownerUrl: string) =>
  asOwner(
    ownerUrl,
    `insert into end_user (email, created_at, seen_at)
      select 'user' || n || '@example.com', now(), now() from generate_series(1, ${accounts}) n;
    ${GIVE_ALL}; analyze end_user, credit_account, credit_lot`,
  );

const openOld =
  ({ accounts, oldMovements }: Extent) =>
  async (ownerUrl: string): Promise<void> => {
    await fillLedger(ownerUrl, { accounts, movements: roundsOf(oldMovements / accounts), hasKeys: true });
    await asOwner(ownerUrl, GIVE_ALL);
    await settleAll(ownerUrl);
  };

const makeKey = ({ environment }: BenchEngines, url: string): Promise<ServiceKey> =>
  withDatabase(url, async (db) => {
    const seal = createServiceSeal(readConfig(environment).secretKey);
    const by = { userName: "bench", requestId: "bench", at: new Date() };
    const wish = { name: `bench ${Date.now()}`, scopes: ["credits:write"] as const };
    const { credential, secret } = await createServiceCredential({ db, seal }, by, wish);
    return { keyId: credential.key_id, secret };
  });

const SAMPLE = [1n, 30n] as const;

const checkSome = (name: string, { appUrl }: DatabaseUrls): Promise<boolean> =>
  withDatabase(appUrl, async (db) => {
    const { rows } = await sql<{ what: string }>`select what from check_credits(${SAMPLE[0]}, ${SAMPLE[1]})`.execute(
      db,
    );
    print(`${name}: the books of accounts ${SAMPLE[0]} to ${SAMPLE[1]} have ${rows.length} faults`);
    return rows.length === 0;
  });

const PLACES = ["spread", "hot"] as const;
const WORKS: readonly Work[] = ["grants", "jobs"];

const compareApi = async (meter: Meter, sides: readonly [Side, Side], extent: Extent): Promise<boolean> => {
  let isReached = true;
  for (const kind of WORKS) {
    for (const place of PLACES) {
      const accounts = place === "hot" ? 1 : extent.accounts;
      const slice = { callers: CONNECTIONS, kind, accounts, durationMs: extent.sliceMs };
      for (const side of sides) await measureSlice(meter, { ...slice, side });
      const pairs = await alternate(meter, sides, slice, extent.rounds);
      const ratio = ratioOf(pairs);
      isReached &&= ratio.middle >= API_GOAL;
      print(`  ${kind}, ${place === "hot" ? "one account" : `${accounts} accounts`}`);
      print(describeSide("function", pairs.first));
      print(describeSide("API", pairs.second));
      print(
        `    API / function ${ratio.words}; by processor time ${processorRatio(pairs)}; ` +
          `goal ≥ ${API_GOAL} ${ratio.middle >= API_GOAL ? "reached" : "not reached"}`,
      );
    }
  }
  return isReached;
};

const compareAge = async (meter: Meter, sides: readonly [Side, Side], extent: Extent): Promise<boolean> => {
  let isReached = true;
  for (const kind of WORKS) {
    const slice = { callers: CONNECTIONS, kind, accounts: extent.accounts, durationMs: extent.sliceMs };
    for (const side of sides) await measureSlice(meter, { ...slice, side });
    const pairs = await alternate(meter, sides, slice, extent.rounds);
    const ratio = ratioOf(pairs);
    isReached &&= ratio.middle >= GROWTH_GOAL;
    print(`  ${kind}, ${extent.accounts} accounts, a new ledger and one of ${extent.oldMovements} movements`);
    print(describeSide("new", pairs.first));
    print(describeSide("old", pairs.second));
    print(
      `    old / new ${ratio.words}; goal ≥ ${GROWTH_GOAL} ${ratio.middle >= GROWTH_GOAL ? "reached" : "not reached"}`,
    );
  }
  return isReached;
};

const runOn = async (engines: BenchEngines, extent: Extent): Promise<boolean> => {
  const old = await openDatabase(engines, "ledger_old", openOld(extent));
  if (process.argv.includes("--fill-only")) return true;
  const young = await openDatabase(engines, `ledger_new_${Date.now()}`, openAccounts(extent.accounts));
  const key = await makeKey(engines, young.appUrl);
  const api = await startApiProcess(engines.environment, young.appUrl, CONNECTIONS);
  const caller = await startCaller();
  try {
    const directly: Side = { name: "young", url: young.appUrl };
    const before = machineTime();
    const isApiFast = await compareApi(
      { caller, engines, apiPid: api.pid },
      [directly, { name: "api", port: api.port, key }],
      extent,
    );
    const isCopied = await sendCopies({ port: api.port, key, url: young.appUrl }, extent.copies);
    const isOldFast = await compareAge(
      { caller, engines, apiPid: undefined },
      [directly, { name: "old", url: old.appUrl }],
      extent,
    );
    print(`  stolen ${(stolenShare(before) * 100).toFixed(1)} %`);
    const areBooksRight = (await checkSome("new", young)) && (await checkSome("old", old));
    return isCopied && areBooksRight && (extent.isSmoke || (isApiFast && isOldFast));
  } finally {
    caller.stop();
    await api.stop();
  }
};

export const benchLedger = async (isSmoke: boolean): Promise<boolean> => {
  const engines = await openEngines();
  try {
    return await runOn(engines, isSmoke ? SMOKE : FULL);
  } finally {
    await engines.close();
  }
};
