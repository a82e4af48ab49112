import { randomBytes } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";

const MAX_BODY_BYTES = 256 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle time of the usual load balancers, so that they close first and never race us. */
const KEEP_ALIVE_MS = 72_000;

/** How paths are read; whoever asks which path an address means must read it alike. */
export const ROUTER_OPTIONS = {
  maxParamLength: 300,
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
};

export interface HttpOptions {
  /** Networks of the proxies in front of us; only they may name the client's address. */
  readonly trustedProxies: readonly string[];
}

/** The bare server: limits, one JSON parser, request ids. Routes come from the contract alone. */
export const createHttp = ({ trustedProxies }: HttpOptions): FastifyInstance => {
  const boot = randomBytes(6).toString("base64url").replaceAll(/[_-]/g, "0");
  let sequence = 0;
  const app = Fastify({
    logger: false,
    genReqId: () => `${boot}-${(++sequence).toString(36)}`,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
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
  // One parser and no table of content types: that table was bypassed four times in a year.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, app.getDefaultJsonParser("error", "error"));
  return app;
};
