import { judgeCost, ownCpuSeconds } from "../proof-cost.ts";
import { openAdmission, routesByName } from "./admission.ts";
import { EXPECTATIONS } from "./expectations/all-expectations.ts";
import { makeMachines } from "./machines.ts";
import { runMatrix, tableFaults } from "./matrix.ts";
import { runObjects } from "./objects.ts";
import { runPathVariants } from "./path-variants.ts";
import { makePrincipals, makeStalePrincipals, type Principal } from "./principals.ts";
import { runRules } from "./rules.ts";
import { runEnrolment } from "./step-up/run-enrolment.ts";
import { runStepUp } from "./step-up/run-step-up.ts";

/** Sends a request for every set of codes, instead of for those that tell all rules apart. */
const isEverySet = process.argv.includes("--every-set");
const BUDGET_CPU_SECONDS = isEverySet ? 240 : 90;
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
  const choice = isEverySet ? "every" : "telling";
  const principals = [...(await makePrincipals(admission.db, choice)), ...(await makeMachines(admission.db))];
  const isTelling = ({ name }: Principal): boolean => TELLING.includes(name);
  const routes = routesByName();
  const table = tableFaults(routes.keys());
  const rules = runRules(routes);
  const matrix = await runMatrix(admission.http, principals, (principal) => isEverySet || isTelling(principal));
  const variants = await runPathVariants(admission.http, principals.filter(isTelling));
  const stepUp = await runStepUp(admission.http, routes, await makeStalePrincipals(admission.db));
  const enrolment = await runEnrolment(routes);
  const objects = await runObjects();
  const cost = judgeCost(ownCpuSeconds(), BUDGET_CPU_SECONDS);
  const differing = [
    ...table,
    ...rules.differing,
    ...matrix.differing,
    ...variants.differing,
    ...stepUp.differing,
    ...enrolment.differing,
    ...objects.differing,
  ];
  for (const fault of differing.slice(0, MAX_PRINTED)) print(fault);
  if (differing.length > MAX_PRINTED) print(`… and ${differing.length - MAX_PRINTED} more`);
  print(
    `authz: ${Object.keys(EXPECTATIONS).length} routes, ${rules.decisions} decisions of rules, ` +
      `${matrix.decisions} of requests by ${principals.length} principals, ${variants.decisions} path variants, ${stepUp.decisions} with an old sign-in, ${enrolment.decisions} before a required second factor, ${objects.decisions} on objects, ${differing.length} differing, ${cost.words}`,
  );
  if (differing.length > 0 || cost.isTooDear) process.exitCode = 1;
} finally {
  await admission.close();
}
