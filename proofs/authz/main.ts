import { judgeCost, ownCpuSeconds } from "../proof-cost.ts";
import { openAdmission, routesByName } from "./admission.ts";
import { EXPECTATIONS } from "./expectations/all-expectations.ts";
import { makeMachines } from "./machines.ts";
import { runMatrix, tableFaults } from "./matrix.ts";
import { runObjects } from "./objects.ts";
import { runPathVariants } from "./path-variants.ts";
import { makePrincipals } from "./principals.ts";

const BUDGET_CPU_SECONDS = 90;
const MAX_PRINTED = 50;

/** Enough to tell the three decisions apart: anonymous, a user without rights, and one with all of them. */
const TELLING = [
  "nobody",
  "garbage",
  "partner-0",
  "partner-255",
  "developer-0",
  "developer-255",
  "developer-everything",
  "machine-users:write",
  "machine-everything",
];

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const admission = await openAdmission();
try {
  const principals = [...(await makePrincipals(admission.db)), ...(await makeMachines(admission.db))];
  const table = tableFaults(routesByName().keys());
  const matrix = await runMatrix(admission.http, principals);
  const variants = await runPathVariants(
    admission.http,
    principals.filter(({ name }) => TELLING.includes(name)),
  );
  const objects = await runObjects();
  const cost = judgeCost(ownCpuSeconds(), BUDGET_CPU_SECONDS);
  const differing = [...table, ...matrix.differing, ...variants.differing, ...objects.differing];
  for (const fault of differing.slice(0, MAX_PRINTED)) print(fault);
  if (differing.length > MAX_PRINTED) print(`… and ${differing.length - MAX_PRINTED} more`);
  print(
    `authz: ${Object.keys(EXPECTATIONS).length} routes, ${principals.length} principals, ${matrix.decisions} decisions, ` +
      `${variants.decisions} path variants, ${objects.decisions} on objects, ${differing.length} differing, ${cost.words}`,
  );
  if (differing.length > 0 || cost.isTooDear) process.exitCode = 1;
} finally {
  await admission.close();
}
