import type { Code, Rule } from "./expectations.ts";

/** A caller as this proof sees one: not signed in, or a role with the codes they hold. */
export type Caller = "stranger" | { readonly role: string; readonly holds: ReadonlySet<Code> };

export type Decision = 200 | 401 | 403;

const STAFF_ROLE = "developer";

/** Written apart from the product's own rule, so that one mistake cannot hide in both. */
export const decide = (rule: Rule, caller: Caller): Decision => {
  if (rule === "anyone") return 200;
  if (caller === "stranger") return 401;
  if (rule === "signed-in") return 200;
  const wanted = typeof rule === "string" ? [rule] : rule;
  for (const need of wanted) {
    if (need === "staff" ? caller.role === STAFF_ROLE : caller.holds.has(need)) return 200;
  }
  return 403;
};
