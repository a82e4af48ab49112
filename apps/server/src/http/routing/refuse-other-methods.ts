import type { Routes } from "@dailies/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ROUTER_OPTIONS } from "../create-http.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"];

type Refuse = (allow: string) => (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Replies 405 with an Allow header for a known path with another method. Unmatched requests end in one wildcard route, and
 * paths are matched only there: a route per path and missing method would be 2,000 registrations at every start.
 */
export const refuseOtherMethods = (app: FastifyInstance, contract: Record<string, Routes>, refuse: Refuse): void => {
  const methodsByPath = listMethods(contract);
  let findAllowed: ((url: string) => string | undefined) | undefined;
  const refuseKnownPath = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    findAllowed ??= createAllowedFinder(methodsByPath);
    const allow = findAllowed(request.raw.url ?? "/");
    if (allow === undefined) done();
    else refuse(allow)(request, reply);
  };
  const steps = {
    // In onRequest, so that no body is read for a refused request.
    onRequest: refuseKnownPath,
    handler: (_request: FastifyRequest, reply: FastifyReply) => reply.callNotFound(),
  };
  app.route({ method: METHODS, url: "/*", ...steps });
  for (const [url, methods] of hiddenMethods(methodsByPath)) app.route({ method: methods, url, ...steps });
};

const listMethods = (contract: Record<string, Routes>): Map<string, string[]> => {
  const methodsByPath = new Map<string, string[]>();
  for (const { path, method } of Object.values(contract).flatMap((routes) => Object.values(routes))) {
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method]);
  }
  return methodsByPath;
};

/** Normalises a URL like the router: without the query, percent-decoded except reserved characters. */
const pathOf = (url: string): string => decodeURI(url.split(/[?#]/, 1)[0] ?? "/");

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, at) => {
    const segment = segments[at] ?? "";
    if (!part.startsWith(":")) return part === segment;
    return segment !== "" && segment.length <= ROUTER_OPTIONS.maxParamLength;
  });

/** The methods of the path that matches a URL. A static segment takes precedence over a parameter, as in the router. */
const createAllowedFinder = (methodsByPath: ReadonlyMap<string, string[]>) => {
  const patterns = [...methodsByPath]
    .filter(([path]) => path.includes(":"))
    .map(([path, methods]) => ({ pattern: path.split("/"), allow: methods.join(", ") }))
    .sort((one, other) => shapeOf(one.pattern).localeCompare(shapeOf(other.pattern)));
  return (url: string): string | undefined => {
    const path = pathOf(url);
    const written = methodsByPath.get(path);
    if (written !== undefined) return written.join(", ");
    const segments = path.split("/");
    return patterns.find(({ pattern }) => matches(pattern, segments))?.allow;
  };
};

/** Sorts patterns by the position of their first parameter, latest first. */
const shapeOf = (pattern: readonly string[]): string =>
  pattern.map((part) => (part.startsWith(":") ? "1" : "0")).join("");

interface KnownPath {
  readonly path: string;
  readonly methods: readonly string[];
  readonly segments: readonly string[];
  /** Position of the first parameter, or the number of segments. */
  readonly firstParameter: number;
}

const toKnownPath = ([path, methods]: [string, string[]]): KnownPath => {
  const segments = path.split("/");
  const parameter = segments.findIndex((segment) => segment.startsWith(":"));
  return { path, methods, segments, firstParameter: parameter < 0 ? segments.length : parameter };
};

/** Paths of equal length, divided further by the segments before the first parameter of any of them. */
const groupByHead = (paths: readonly KnownPath[]): KnownPath[][] =>
  [...Map.groupBy(paths, ({ segments }) => segments.length).values()].flatMap((group) => {
    const head = Math.min(...group.map(({ firstParameter }) => firstParameter));
    return [...Map.groupBy(group, ({ segments }) => segments.slice(0, head).join("/")).values()];
  });

/**
 * `DELETE /x/list` would otherwise match `DELETE /x/:id`, although the path `/x/list` has no DELETE. Compared with all others,
 * 300 paths would take 10 ms at each start: paths of different groups cannot overlap, nor can two without parameters.
 */
const hiddenMethods = (methodsByPath: ReadonlyMap<string, string[]>): [string, string[]][] =>
  groupByHead([...methodsByPath].map(toKnownPath)).flatMap((group) => {
    const withParameters = group.filter(hasParameters);
    return group.flatMap((known) => {
      const others = (hasParameters(known) ? group : withParameters).filter(
        (other) => other !== known && overlaps(known.segments, other.segments),
      );
      const hidden = new Set(
        others.flatMap(({ methods }) => methods).filter((method) => !known.methods.includes(method)),
      );
      return hidden.size === 0 ? [] : [[known.path, [...hidden]] satisfies [string, string[]]];
    });
  });

const hasParameters = ({ segments, firstParameter }: KnownPath): boolean => firstParameter < segments.length;

const overlaps = (some: readonly string[], other: readonly string[]): boolean =>
  some.every((segment, at) => segment === other[at] || segment.startsWith(":") || other[at]?.startsWith(":"));
