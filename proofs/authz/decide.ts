import type { Code, Rule } from "./expectations/expectation.ts";

/** A caller in this proof: anonymous, a role with its permission codes, or a service with its scopes. */
export type Caller =
  | "stranger"
  | { readonly role: string; readonly holds: ReadonlySet<Code> }
  | { readonly scopes: ReadonlySet<string> };

export type Decision = 200 | 401 | 403;

const STAFF_ROLE = "developer";

const decideMachine = (scope: string, caller: Exclude<Caller, "stranger">): Decision => {
  if (!("scopes" in caller)) return 401;
  return caller.scopes.has(scope) ? 200 : 403;
};

type Needs = Exclude<Rule, "anyone" | "signed-in" | { readonly service: string }>;

const meetsNeeds = (rule: Needs, { role, holds }: { role: string; holds: ReadonlySet<Code> }): boolean => {
  const isStaff = role === STAFF_ROLE;
  if (typeof rule === "object" && "staffWith" in rule) return isStaff && holds.has(rule.staffWith);
  const wanted = typeof rule === "string" ? [rule] : rule;
  return wanted.some((need) => (need === "staff" ? isStaff : holds.has(need)));
};

/** Implemented independently of the product's rule, so that one mistake cannot hide in both. */
export const decide = (rule: Rule, caller: Caller): Decision => {
  if (rule === "anyone") return 200;
  if (caller === "stranger") return 401;
  if (typeof rule === "object" && "service" in rule) return decideMachine(rule.service, caller);
  // A service has no session, and a signature does not replace one.
  if ("scopes" in caller) return 401;
  if (rule === "signed-in") return 200;
  return meetsNeeds(rule, caller) ? 200 : 403;
};
