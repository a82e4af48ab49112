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

/** `DELETE /x/list` would otherwise match `DELETE /x/:id`, although the path `/x/list` has no DELETE. */
const hiddenMethods = (methodsByPath: ReadonlyMap<string, string[]>): [string, string[]][] => {
  const paths = [...methodsByPath].map(([path, methods]) => ({ path, methods, segments: path.split("/") }));
  // Compared with all others, 300 paths would take 10 ms at each start: only paths of equal length can overlap, two without
  // parameters cannot, and most paths have none.
  const groups = Map.groupBy(paths, ({ segments }) => segments.length);
  return [...groups.values()].flatMap((group) => {
    const withParameters = group.filter(({ path }) => path.includes(":"));
    return group.flatMap(({ path, methods, segments }) => {
      const others = (path.includes(":") ? group : withParameters).filter(
        (other) => other.path !== path && overlaps(segments, other.segments),
      );
      const hidden = new Set(others.flatMap((other) => other.methods).filter((method) => !methods.includes(method)));
      return hidden.size === 0 ? [] : [[path, [...hidden]] satisfies [string, string[]]];
    });
  });
};

const overlaps = (some: readonly string[], other: readonly string[]): boolean =>
  some.every((segment, at) => segment === other[at] || segment.startsWith(":") || other[at]?.startsWith(":"));
