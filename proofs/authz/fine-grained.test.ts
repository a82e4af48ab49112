import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Admission, openAdmission } from "./admission.ts";
import { decide } from "./decide.ts";
import { EXPECTATIONS } from "./expectations/all-expectations.ts";
import { FLAG_EXPECTATIONS } from "./expectations/flag-expectations.ts";
import { ask } from "./matrix.ts";
import { aPerson, insertPeople, type Person } from "./principals.ts";

const ROLES = ["developer", "partner"];
const people = new Map<string, Person>();
let admission: Admission;

/** The person of this role who holds nothing but this flag. */
const holderOf = (role: string, flag: string): Person => {
  const person = people.get(`${role} ${flag}`);
  if (person === undefined) throw new Error(`nobody of the role ${role} holds ${flag}`);
  return person;
};

const admittedTo = async ({ token }: Person): Promise<string[]> => {
  const admitted: string[] = [];
  for (const name of Object.keys(EXPECTATIONS)) {
    const { status } = await ask(admission.http, name, { cookie: `__Host-sid=${token}` });
    if (status === 200) admitted.push(name);
  }
  return admitted.sort();
};

/** What a person of this role may call without any code. */
const withoutCodes = (role: string): string[] =>
  Object.entries(EXPECTATIONS)
    .filter(([, { rule }]) => decide(rule, { role, holds: new Set() }) === 200)
    .map(([name]) => name);

const open = async (isFineGrained: boolean): Promise<void> => {
  people.clear();
  admission = await openAdmission({ isFineGrained: () => isFineGrained });
  for (const role of ROLES) {
    for (const flag of Object.keys(FLAG_EXPECTATIONS)) {
      people.set(`${role} ${flag}`, aPerson(`${role}-${flag.toLowerCase().replaceAll("_", "-")}`, role, [flag]));
    }
  }
  await insertPeople(admission.db, [...people.values()]);
};

describe.each([true, false])(
  "the holder of one platform flag, with fine-grained administration %s",
  (isFineGrained) => {
    beforeAll(() => open(isFineGrained));
    afterAll(() => admission.close());

    it.each(
      ROLES.flatMap((role) => Object.entries(FLAG_EXPECTATIONS).map(([flag, calls]) => [role, flag, calls] as const)),
    )("reaches as a %s with %s exactly the calls of that flag", async (role, flag, calls) => {
      const expected = new Set([...withoutCodes(role), ...(isFineGrained ? calls : [])]);
      expect(await admittedTo(holderOf(role, flag))).toEqual([...expected].sort());
    });
  },
);
