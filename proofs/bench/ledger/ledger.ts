// Movements per second and CPU time per movement: the database function called directly against the service API, over all
// accounts and on one; an old ledger against a new one; and one request sent ten thousand times.

import { MAX_CREDITS } from "@dailies/contract";
import { sql } from "kysely";
import { readConfig } from "../../../apps/server/src/config.ts";
import {
  createServiceSeal,
  provisionServiceCredential,
  type ServiceKey,
} from "../../../apps/server/src/features/service-api/index.ts";
import { provisionSetting, SETTINGS } from "../../../apps/server/src/features/settings/index.ts";
import { programContext } from "../../../apps/server/src/request-context.ts";
import { asOwner, type DatabaseUrls } from "../../../apps/server/src/testing/template-database.ts";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { withDatabase } from "../../chaos/harness/own-database.ts";
import { type Bench, type BenchRun, controlVoids, joinRuns, stolenVoids } from "../figures/bench-run.ts";
import { startApiProcess } from "./api-process.ts";
import type { Side } from "./caller.ts";
import { sendCopies } from "./copies.ts";
import { type BenchEngines, openDatabase, openEngines } from "./engines.ts";
import { fillLedger, roundsOf, settleAll } from "./fill-ledger.ts";
import { alternate, type Meter, measureSlice, startCaller } from "./measure-slice.ts";
import type { Work } from "./movers.ts";
import { describeSide, print, processorRatio, ratioOf } from "./report.ts";

/** Each side against itself; slices are short and share the disk. */
const CONTROL = 0.25;
const CONNECTIONS = 16;

interface Extent {
  readonly accounts: number;
  readonly oldMovements: number;
  readonly sliceMs: number;
  readonly rounds: number;
  readonly copies: number;
}
const FULL: Extent = {
  accounts: 10_000,
  oldMovements: 10_000_000,
  sliceMs: 2_000,
  rounds: 4,
  copies: 10_000,
};
const SMOKE: Extent = {
  accounts: 200,
  oldMovements: 20_000,
  sliceMs: 400,
  rounds: 1,
  copies: 500,
};

/** The balance that all movements spend from; granted by the function itself, which must accept the existing rows. */
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
    const seal = createServiceSeal(readConfig(environment).secretKeys);
    const context = programContext("bench", "bench", new Date());
    // One account gets more in a minute than an end user may in a day.
    await provisionSetting(db, context, SETTINGS.grantSecondPersonAbove, MAX_CREDITS);
    const input = { name: `bench ${Date.now()}`, scopes: ["credits:write", "credits:grant"] as const };
    const { credential, secret } = await provisionServiceCredential({ db, seal }, context, input);
    return { keyId: credential.key_id, secret };
  });

const SAMPLE = [1n, 30n] as const;

const checkSome = (name: string, { appUrl }: DatabaseUrls): Promise<number> =>
  withDatabase(appUrl, async (db) => {
    const { rows } = await sql<{ what: string }>`select what from check_credits(${SAMPLE[0]}, ${SAMPLE[1]})`.execute(
      db,
    );
    print(`${name}: the books of accounts ${SAMPLE[0]} to ${SAMPLE[1]} have ${rows.length} faults`);
    return rows.length;
  });

const PLACES = ["spread", "hot"] as const;
const WORKS: readonly Work[] = ["grants", "jobs"];

const comparePlace = async (
  meter: Meter,
  sides: readonly [Side, Side],
  extent: Extent,
  { kind, position }: { kind: Work; position: (typeof PLACES)[number] },
): Promise<BenchRun> => {
  const accounts = position === "hot" ? 1 : extent.accounts;
  const slice = { callers: CONNECTIONS, kind, accounts, durationMs: extent.sliceMs };
  for (const side of sides) await measureSlice(meter, { ...slice, side });
  const pairs = await alternate(meter, sides, slice, extent.rounds);
  const [ratio, cost] = [ratioOf(pairs), processorRatio(pairs)];
  const name = position === "hot" ? `${kind}-hot` : kind;
  print(`  ${kind}, ${position === "hot" ? "one account" : `${accounts} accounts`}`);
  print(describeSide("function", pairs.first));
  print(describeSide("API", pairs.second));
  const words = `API / function ${ratio.words}; by processor time ${cost.toFixed(2)}`;
  print(`    ${words}`);
  return {
    figures: [
      { id: `ledger.api.${name}`, value: ratio.middle, interval: ratio.interval },
      { id: `ledger.api.${name}-cost`, value: 1 / cost },
    ],
    voids: controlVoids(`${name}, each side against itself`, ratio.control, CONTROL),
    faults: [],
    notes: { "ledger.api": `${name}: ${words}` },
  };
};

const compareApi = async (meter: Meter, sides: readonly [Side, Side], extent: Extent): Promise<BenchRun> => {
  const runs: BenchRun[] = [];
  for (const kind of WORKS)
    for (const position of PLACES) runs.push(await comparePlace(meter, sides, extent, { kind, position }));
  return joinRuns(runs);
};

const compareAge = async (meter: Meter, sides: readonly [Side, Side], extent: Extent): Promise<BenchRun> => {
  const runs: BenchRun[] = [];
  for (const kind of WORKS) {
    const slice = { callers: CONNECTIONS, kind, accounts: extent.accounts, durationMs: extent.sliceMs };
    for (const side of sides) await measureSlice(meter, { ...slice, side });
    const pairs = await alternate(meter, sides, slice, extent.rounds);
    const ratio = ratioOf(pairs);
    print(`  ${kind}, ${extent.accounts} accounts, a new ledger and one of ${extent.oldMovements} movements`);
    print(describeSide("new", pairs.first));
    print(describeSide("old", pairs.second));
    print(`    old / new ${ratio.words}`);
    runs.push({
      figures: [{ id: `ledger.age.${kind}`, value: ratio.middle, interval: ratio.interval }],
      voids: controlVoids(`${kind}, each side against itself`, ratio.control, CONTROL),
      faults: [],
      notes: { "ledger.age": `${kind}: old / new ${ratio.words}` },
    });
  }
  return joinRuns(runs);
};

const checkBalances = async (young: DatabaseUrls, old: DatabaseUrls): Promise<BenchRun> => {
  const faults = (await checkSome("new", young)) + (await checkSome("old", old));
  return {
    figures: [{ id: "ledger.copies.faults", value: faults }],
    voids: [],
    faults: faults === 0 ? [] : [`the books have ${faults} faults`],
  };
};

const runOn = async (engines: BenchEngines, extent: Extent): Promise<BenchRun> => {
  const old = await openDatabase(engines, "ledger_old", openOld(extent));
  if (process.argv.includes("--fill-only")) return joinRuns([]);
  const young = await openDatabase(engines, `ledger_new_${Date.now()}`, openAccounts(extent.accounts));
  const key = await makeKey(engines, young.appUrl);
  const server = await startApiProcess(engines.environment, young.appUrl, CONNECTIONS);
  const caller = await startCaller();
  try {
    const directly: Side = { name: "young", url: young.appUrl };
    const before = machineTime();
    const api = await compareApi(
      { caller, engines, apiPid: server.pid },
      [directly, { name: "api", port: server.port, key }],
      extent,
    );
    const copies = await sendCopies({ port: server.port, key, url: young.appUrl }, extent.copies);
    const age = await compareAge(
      { caller, engines, apiPid: undefined },
      [directly, { name: "old", url: old.appUrl }],
      extent,
    );
    const stolen = stolenVoids(stolenShare(before));
    return joinRuns([api, copies, age, await checkBalances(young, old)], stolen);
  } finally {
    caller.stop();
    await server.stop();
  }
};

export const benchLedger: Bench = async ({ isSmoke }) => {
  const engines = await openEngines();
  try {
    return await runOn(engines, isSmoke ? SMOKE : FULL);
  } finally {
    await engines.close();
  }
};
