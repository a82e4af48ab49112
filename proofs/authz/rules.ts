import { allows, INTERNAL_ROLE, type PermissionCode, type Route } from "@dailies/contract";
import { type Decision, decide } from "./decide.ts";
import { EXPECTATIONS } from "./expectations/all-expectations.ts";
import { EIGHT_CODES, WRITE_CODES } from "./expectations/expectation.ts";
import type { MatrixResult } from "./matrix.ts";

const CODES = [...EIGHT_CODES, ...WRITE_CODES];
const ROLES = [INTERNAL_ROLE, "partner"];

const everySetOfCodes = (): Set<(typeof CODES)[number]>[] =>
  Array.from(
    { length: 2 ** CODES.length },
    (_, mask) => new Set(CODES.filter((_code, bit) => (mask & (1 << bit)) !== 0)),
  );

const decisionOf = (access: Route["access"], role: string, permissions: ReadonlySet<PermissionCode>): Decision =>
  allows({ isExternal: role !== INTERNAL_ROLE, permissions }, access) ? 200 : 403;

/**
 * The rule of every route for every set of the ten codes in both roles, as the HTTP layer evaluates it but without a request.
 * Routes for services are left out: their rule is decided by a signature.
 */
export const runRules = (routes: ReadonlyMap<string, Route>): MatrixResult => {
  const sets = everySetOfCodes();
  const differing: string[] = [];
  let decisions = 0;
  for (const [name, { access }] of routes) {
    const expectation = EXPECTATIONS[name];
    if (!expectation || (typeof access === "object" && "service" in access)) continue;
    for (const role of ROLES) {
      const wrong = sets.filter(
        (holds) => decisionOf(access, role, holds) !== decide(expectation.rule, { role, holds }),
      );
      decisions += sets.length;
      if (wrong[0]) {
        differing.push(
          `the rule of ${name} for ${role} with ${[...wrong[0]].join(" ")} and ${wrong.length - 1} other sets`,
        );
      }
    }
  }
  return { decisions, differing };
};
