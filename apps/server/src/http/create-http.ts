import { randomBytes } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";

const MAX_BODY_BYTES = 256 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle timeout of common load balancers, so that they close first and there is no race. */
const KEEP_ALIVE_MS = 72_000;

/** Path matching options; shared with everything else that has to match paths like the router. */
export const ROUTER_OPTIONS = {
  maxParamLength: 300,
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
};

export interface HttpOptions {
  /** Networks of our reverse proxies; only they may set the client's address. */
  readonly trustedProxies: readonly string[];
  /** Our own API process asks, and says for whom and under which id. */
  readonly isBeside?: boolean;
}

/** The bare server: limits, one JSON parser, request ids. Routes come from the contract only. */
export const createHttp = ({ trustedProxies, isBeside = false }: HttpOptions): FastifyInstance => {
  const boot = randomBytes(6).toString("base64url").replaceAll(/[_-]/g, "0");
  let sequence = 0;
  const app = Fastify({
    logger: false,
    genReqId: () => `${boot}-${(++sequence).toString(36)}`,
    requestIdHeader: isBeside ? "x-request-id" : false,
    trustProxy: isBeside || (trustedProxies.length > 0 && [...trustedProxies]),
    exposeHeadRoutes: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    routerOptions: ROUTER_OPTIONS,
  });
  app.decorateRequest("actor", undefined);
  app.decorateRequest("claim", undefined);
  app.decorateRequest("service", undefined);
  app.decorateRequest("startedMs", 0);
  app.decorateRequest("answered", undefined);
  // One parser and no content-type table: that table had four bypass vulnerabilities in a year.
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body: string, done) => {
    // Many clients name the content type although they send no body. A route that needs one refuses it by its schema.
    if (body === "") done(null, undefined);
    else void parseJson(request, body, done);
  });
  return app;
};
