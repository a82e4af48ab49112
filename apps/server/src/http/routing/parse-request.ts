import type { Route } from "@dailies/contract";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { InvalidRequest } from "../../errors.ts";

type PartName = "params" | "query" | "body";

/** The parts a route declares, listed once at registration. */
export const declaredParts = (route: Route): readonly (readonly [PartName, z.ZodType])[] =>
  (["params", "query", "body"] as const).flatMap((part) => {
    const schema = route[part];
    return schema ? [[part, schema] as const] : [];
  });

/** The one source of 422. When it is our reply that does not fit, nobody outside can mend it: that is a 500. */
export const parseInto = (
  call: Record<string, unknown>,
  parts: readonly (readonly [PartName, z.ZodType])[],
  request: FastifyRequest,
): void => {
  for (const [part, schema] of parts) {
    if (part === "params" && hasNeedlessEscape(request.url)) throw new InvalidRequest(part, [NEEDLESS_ESCAPE]);
    const result = schema.safeParse(request[part]);
    if (!result.success) throw new InvalidRequest(part, flatIssues(result.error.issues));
    call[part] = result.data;
  }
};

/** Escapes of letters, digits, dash, dot, underscore and tilde, which never need one. */
const NEEDLESS = /%(?:3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]|2[de]|5f|7e)/i;
const NEEDLESS_ESCAPE = { path: [], message: "this address is written in an unusual way" };

/** One thing has one address: what a filter in front of us reads must be what we read. */
const hasNeedlessEscape = (url: string): boolean => {
  if (!url.includes("%")) return false;
  const end = url.indexOf("?");
  return NEEDLESS.test(end === -1 ? url : url.slice(0, end));
};

/** A union's own message is only "Invalid input"; the closest branch says what is missing. */
const flatIssues = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] =>
  issues.flatMap((issue) => {
    if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
    const closest = issue.errors.reduce((a, b) => (b.length < a.length ? b : a));
    return flatIssues(closest).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
