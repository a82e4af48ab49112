import type { FreshSignIn, Route } from "@dailies/contract";
import type { App } from "../../../apps/server/src/app.ts";
import { decide } from "../decide.ts";
import { EXPECTATIONS } from "../expectations/all-expectations.ts";
import type { Expectation } from "../expectations/expectation.ts";
import { ask, type MatrixResult } from "../matrix.ts";
import type { Principal } from "../principals.ts";
import { ALWAYS_FRESH, SOMETIMES_FRESH } from "./step-up-expectations.ts";

const expectedOf = (name: string): FreshSignIn | undefined => {
  if (ALWAYS_FRESH.has(name)) return "always";
  return SOMETIMES_FRESH.has(name) ? "sometimes" : undefined;
};

const tableFaults = (routes: ReadonlyMap<string, Route>): string[] => [
  ...[...routes]
    .filter(([name, { freshSignIn }]) => freshSignIn !== expectedOf(name))
    .map(([name, { freshSignIn }]) => `${name} asks for a fresh sign-in ${freshSignIn}, expected ${expectedOf(name)}`),
  ...[...ALWAYS_FRESH, ...SOMETIMES_FRESH]
    .filter((name) => !routes.has(name))
    .map((name) => `${name} is expected to ask for a fresh sign-in but is no route`),
];

/** What a caller with an old sign-in is answered: first whether they may at all, then that they have to prove who they are. */
const decideStale = (name: string, principal: Principal): string => {
  const decision = decide((EXPECTATIONS[name] as Expectation).rule, principal.caller);
  return decision === 200 && ALWAYS_FRESH.has(name) ? "403 stale_sign_in" : `${decision}`;
};

/** Every route by people whose sign-in is older than five minutes. */
export const runStepUp = async (
  http: App["http"],
  routes: ReadonlyMap<string, Route>,
  principals: readonly Principal[],
): Promise<MatrixResult> => {
  const differing = tableFaults(routes);
  let decisions = routes.size;
  for (const principal of principals) {
    for (const name of Object.keys(EXPECTATIONS)) {
      const { status, seen } = await ask(http, name, principal);
      const answer = seen.includes("stale_sign_in") ? `${status} stale_sign_in` : `${status}`;
      const expected = decideStale(name, principal);
      if (answer !== expected) differing.push(`${name} as ${principal.name}: ${answer}, expected ${expected}`);
      decisions += 1;
    }
  }
  return { decisions, differing };
};
