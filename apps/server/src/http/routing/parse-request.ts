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

/** The only source of 422. An invalid reply of our own is a 500, because the client cannot fix it. */
export const parseInto = (
  call: Record<string, unknown>,
  parts: readonly (readonly [PartName, z.ZodType])[],
  request: FastifyRequest,
): void => {
  for (const [part, schema] of parts) {
    if (part === "params" && hasNeedlessEscape(request.url)) throw new InvalidRequest(part, [NEEDLESS_ESCAPE]);
    const result = schema.safeParse(part === "query" ? withoutEmpty(request.query) : request[part]);
    if (!result.success) throw new InvalidRequest(part, flatIssues(result.error.issues));
    call[part] = result.data;
  }
};

/** `?name=` is what a form with an empty field sends: it means that the parameter is absent. */
const withoutEmpty = (query: unknown): unknown => {
  const values = query as Record<string, string | string[]>;
  // On every list: looked through in place, and copied only when something has to go.
  for (const name in values) if (hasEmpty(values[name])) return copyWithoutEmpty(values);
  return query;
};

const hasEmpty = (value: string | string[] | undefined): boolean =>
  value === "" || (typeof value === "object" && value.includes(""));

const copyWithoutEmpty = (values: Record<string, string | string[]>): Record<string, string | string[]> => {
  const given = Object.entries(values).map(
    ([name, value]) => [name, typeof value === "object" ? value.filter((each) => each !== "") : value] as const,
  );
  return Object.fromEntries(given.filter(([, value]) => value.length !== 0));
};

/** Percent-encoded unreserved characters, which never need encoding. */
const NEEDLESS = /%(?:3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]|2[de]|5f|7e)/i;
const NEEDLESS_ESCAPE = { path: [], message: "this address is written in an unusual way" };

/** Refuses alternative spellings of a path: a filter in front of us must see the same path as we do. */
const hasNeedlessEscape = (url: string): boolean => {
  if (!url.includes("%")) return false;
  const end = url.indexOf("?");
  return NEEDLESS.test(end === -1 ? url : url.slice(0, end));
};

/** A union's own message is only "Invalid input"; the issues of the closest branch are more useful. */
const flatIssues = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] =>
  issues.flatMap((issue) => {
    if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
    const closest = issue.errors.reduce((a, b) => (b.length < a.length ? b : a));
    return flatIssues(closest).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
