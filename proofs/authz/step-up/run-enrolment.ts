import type { Route } from "@dailies/contract";
import { openAdmission } from "../admission.ts";
import { decide } from "../decide.ts";
import { EXPECTATIONS } from "../expectations/all-expectations.ts";
import { EIGHT_CODES, type Expectation, WRITE_CODES } from "../expectations/expectation.ts";
import { ask, type MatrixResult } from "../matrix.ts";
import { aPerson, insertPeople, signedIn } from "../principals.ts";
import { OPEN_BEFORE_SECOND_FACTOR } from "./step-up-expectations.ts";

const POWERFUL = ["MAGI_ADMIN", "PERM_MANAGE_W", "USER_MANAGE_W"];

const declarationFaults = (routes: ReadonlyMap<string, Route>): string[] =>
  [...routes]
    .filter(([name, { beforeSecondFactor = false }]) => beforeSecondFactor !== OPEN_BEFORE_SECOND_FACTOR.has(name))
    .map(([name]) => `${name} is open before a required second factor, or not, against the expectation`);

const decideEnrolling = (name: string, person: ReturnType<typeof aPerson>): string => {
  const { rule } = EXPECTATIONS[name] as Expectation;
  const decision = decide(rule, signedIn(person).caller);
  const isHeld = person.codes.some((code) => POWERFUL.includes(code));
  const isOpen = rule === "anyone" || OPEN_BEFORE_SECOND_FACTOR.has(name);
  return decision === 200 && isHeld && !isOpen ? "403 second_factor_needed" : `${decision}`;
};

/** Every route while a second factor is required and nobody has one: holders of powerful codes can only set it up. */
export const runEnrolment = async (routes: ReadonlyMap<string, Route>): Promise<MatrixResult> => {
  const admission = await openAdmission({ isSecondFactorRequired: () => true });
  try {
    const differing = declarationFaults(routes);
    let decisions = routes.size;
    const people = [
      ...POWERFUL.map((code) => aPerson(`enrolling-${code.toLowerCase()}`, "developer", [code])),
      aPerson("enrolling-everything", "developer", [...EIGHT_CODES, ...WRITE_CODES]),
      aPerson("without-power", "developer", ["USE_VERSION_1_0", "DYNAMIC_CONFIG_MANAGE"]),
    ];
    await insertPeople(admission.db, people);
    for (const person of people) {
      for (const name of Object.keys(EXPECTATIONS)) {
        const { status, seen } = await ask(admission.http, name, signedIn(person));
        const answer = seen.includes("second_factor_needed") ? `${status} second_factor_needed` : `${status}`;
        const expected = decideEnrolling(name, person);
        if (answer !== expected) differing.push(`${name} as ${person.username}: ${answer}, expected ${expected}`);
        decisions += 1;
      }
    }
    return { decisions, differing };
  } finally {
    await admission.close();
  }
};
