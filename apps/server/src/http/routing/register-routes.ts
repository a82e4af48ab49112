import { isDeepStrictEqual } from "node:util";
import {
  type Access,
  changesState,
  type JsonRoute,
  MESSAGES,
  type RawRoute,
  type Route,
  type RouteArgs,
  type RouteReply,
  type Routes,
} from "@dailies/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor, ServiceCaller } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import { isFreshSignIn, staleSignIn } from "../../fresh-sign-in.ts";
import { BoundedQueue } from "../../platform/concurrency/bounded-queue.ts";
import { onBehalfOf } from "../../platform/concurrency/requesting-user.ts";
import { type Act, type Edge, sendJson } from "../edge.ts";
import { mustSetUpSecondFactor, refusalOf } from "../security/admit.ts";
import { foreignOriginFault } from "../security/same-origin.ts";
import { CallContext, type SignedInContext } from "./call-context.ts";
import { inTurn } from "./in-turn.ts";
import { declaredParts, parseInto } from "./parse-request.ts";
import { rawHeader } from "./raw-header.ts";
import { serviceScopeOf, signedSteps } from "./signed-route.ts";

/**
 * A reply must match its schema exactly. Unknown keys are refused too: parsing would drop them here, but production does not
 * parse replies and would send them.
 */
const checkReply = (route: JsonRoute, reply: unknown): unknown => {
  const parsed = route.reply.parse(reply);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed)), JSON.parse(JSON.stringify(reply)))) {
    throw new Error(`the reply of ${route.method} ${route.path} has more in it than its schema`);
  }
  return parsed;
};

type Caller<R extends Route> = R["access"] extends "public"
  ? { context: CallContext }
  : R["access"] extends { service: string }
    ? { context: CallContext; service: ServiceCaller }
    : { context: SignedInContext; actor: Actor };

type Handler<R extends Route> = R extends JsonRoute
  ? (call: Caller<R> & RouteArgs<R>) => RouteReply<R> | Promise<RouteReply<R>>
  : (call: Caller<R> & RouteArgs<R> & { reply: FastifyReply }) => Promise<void>;

/** A feature's handlers: a missing or an extra one does not compile. */
export type Handlers<T extends Routes> = { [K in keyof T]: Handler<T[K]> };

/** Binds a feature's handlers to its contract: authenticate, authorise, parse, handle, reply. */
export const registerRoutes = <T extends Routes>(
  app: FastifyInstance,
  routes: T,
  handlers: Handlers<T>,
  edge: Edge,
): void => {
  const signed: SignedOptions[] = [];
  for (const [name, route] of Object.entries(routes)) {
    const act = handlers[name] as unknown as (call: object) => unknown;
    const scope = serviceScopeOf(route.access);
    if (scope !== undefined && !route.raw) {
      const steps = signedSteps(app, route, scope, jsonHandler(route, act, edge), edge);
      signed.push({ method: route.method, url: route.path, ...steps });
    } else registerRoute(app, route, act, edge);
  }
  if (signed.length > 0) registerSigned(app, signed);
};

const MAX_UNDER_WAY = 32;
const MAX_WAITING = { ofAll: 200, ofOnePerson: 40 };

const registerRoute = (app: FastifyInstance, route: Route, act: (call: object) => unknown, edge: Edge): void => {
  const answerHere: Act = route.raw ? rawHandler(route, act, edge) : jsonHandler(route, act, edge);
  const here = route.atOnce === undefined ? answerHere : inTurn(turnsFor(route.atOnce), answerHere);
  const costly = route.isCostly ? edge.costly : undefined;
  const isReadBeside = costly !== undefined && route.method !== "GET";
  const answer = isReadBeside ? costly.withBody(edge) : (costly?.readable(here, edge) ?? here);
  const steps = (route.method === "GET" ? enterAndAct : enterThenAct)(enter(route, edge), answer);
  const limit = "maxBodyBytes" in route && route.maxBodyBytes ? { bodyLimit: route.maxBodyBytes } : {};
  const options = { method: route.method, url: route.path, ...limit, ...steps };
  if (route.form || isReadBeside) app.register(async (scope) => leaveBody(scope).route(options));
  else if (route.rawBytes) {
    const { max } = route.rawBytes;
    app.register(async (scope) => takeBytes(scope, max).route({ ...options, bodyLimit: max }));
  } else app.route(options);
};

/** The limit of all is that of a busy installation; nobody meets it alone. */
const turnsFor = (atOnce: number): BoundedQueue => {
  const ofOnePerson = { running: atOnce, waiting: MAX_WAITING.ofOnePerson };
  return new BoundedQueue({ running: MAX_UNDER_WAY, waiting: MAX_WAITING.ofAll, ofOnePerson });
};

/** In its own scope, so that all other routes accept only JSON. The handler reads the body itself, or passes it on. */
const leaveBody = (scope: FastifyInstance): FastifyInstance => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  return scope;
};

/** Also in its own scope: the handler gets the raw bytes whatever the content type. */
const takeBytes = (scope: FastifyInstance, max: number): FastifyInstance => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: max }, (_request, body, done) => done(null, body));
  return scope;
};

type SignedOptions = { method: Route["method"]; url: string } & ReturnType<typeof signedSteps>;

/** One scope for all signed routes of a feature: scopes are expensive at startup. A route's own limit takes precedence. */
const registerSigned = (app: FastifyInstance, routes: readonly SignedOptions[]): void => {
  const limit = Math.max(...routes.map(({ bodyLimit }) => bodyLimit));
  app.register(async (scope) => {
    takeBytes(scope, limit);
    for (const options of routes) scope.route(options);
  });
};

type Fault = Error | undefined;
type Enter = (request: FastifyRequest) => Fault | Promise<Fault>;

/** Everything before the body is read; returns the refusal, if any. Synchronous when the session is cached. */
const enter = (route: Route, edge: Edge): Enter => {
  const answered = edge.observe?.(route);
  // Services authenticate by signature or not at all, and cookies are ignored, so CSRF does not apply.
  const mustBeSameOrigin = changesState(route) && !route.rawBytes;
  const isPublic = route.access === "public";
  const admit = admitTo(route, edge);

  return (request) => {
    request.startedMs = performance.now();
    request.answered = answered;
    const fault = mustBeSameOrigin ? foreignOriginFault(request, edge.origins) : undefined;
    if (fault || isPublic) return fault;
    const actor = edge.authenticator.authenticate(rawHeader(request.raw, "cookie"));
    if (actor instanceof Promise) return actor.then((found) => admit(request, found));
    return admit(request, actor);
  };
};

/** Runs before the body is read: strangers can neither make us parse it nor learn from parse errors. */
const enterThenAct = (enterRoute: Enter, act: Act) => ({
  onRequest: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const fault = enterRoute(request);
    if (fault instanceof Promise) fault.then(done, done);
    else done(fault);
  },
  handler: act,
});

/** A GET has no body, so one hook less; that is measurable on every list. */
const enterAndAct = (enterRoute: Enter, act: Act) => {
  const actUnless = (fault: Fault, request: FastifyRequest, reply: FastifyReply): unknown => {
    if (fault) throw fault;
    return act(request, reply);
  };
  return {
    handler: (request: FastifyRequest, reply: FastifyReply): unknown => {
      const fault = enterRoute(request);
      if (fault instanceof Promise) return fault.then((found) => actUnless(found, request, reply));
      return actUnless(fault, request, reply);
    },
  };
};

const isForOperators = (access: Access): boolean =>
  typeof access === "object" && "permission" in access && access.permission === "MAGI_ADMIN";

/** Authorises the actor and returns the refusal, if any. Denied operator requests are recorded after the reply. */
const admitTo = (route: Route, { noteDenial, isFineGrained, isSecondFactorRequired, clock }: Edge) => {
  const { access, method, path } = route;
  const mustBeFresh = route.freshSignIn === "always";
  const isRequired = route.beforeSecondFactor ? undefined : isSecondFactorRequired;
  const note = isForOperators(access) ? noteDenial : undefined;
  const opensByFlag = typeof access === "object" && "flags" in access ? isFineGrained : undefined;
  const name = `${method} ${path}`;
  return (request: FastifyRequest, actor: Actor | undefined): Fault => {
    request.actor = actor;
    const refusal = refusalOf(access, actor, opensByFlag?.());
    if (refusal && actor && note) setImmediate(note, { userName: actor.username, route: name, requestId: request.id });
    if (refusal || !actor) return refusal;
    if (isRequired && mustSetUpSecondFactor(actor, isRequired()))
      return new DomainError("second_factor_needed", MESSAGES.setUpSecondFactor);
    return mustBeFresh && !isFreshSignIn(actor.signedInAt, clock()) ? staleSignIn() : undefined;
  };
};

/** Records acts of operators that were attempted and failed, after the reply. Invalid requests never reach the act. */
const failureNoter = ({ access, method, path }: Route, { noteFailure }: Edge) => {
  if (!noteFailure || method === "GET" || !isForOperators(access)) return undefined;
  const route = `${method} ${path}`;
  return (request: FastifyRequest, error: unknown): void => {
    const { actor, id: requestId, body } = request;
    const known = error instanceof DomainError ? error : undefined;
    // Not a failure: the same call follows once the operator has confirmed their identity.
    if (known?.code === "stale_sign_in") return;
    const reason = { code: known?.code ?? "internal", detail: known?.message ?? MESSAGES.unknownError };
    if (actor) setImmediate(noteFailure, { userName: actor.username, route, requestId, body, ...reason });
  };
};

const jsonHandler = (route: JsonRoute, act: (call: object) => unknown, edge: Edge) => {
  const parts = declaredParts(route);
  const name = `${route.method} ${route.path}`;
  const isSigned = serviceScopeOf(route.access) !== undefined;
  const noteFailure = failureNoter(route, edge);

  const answer = (request: FastifyRequest, reply: FastifyReply, context: CallContext, result: unknown): void => {
    const body = JSON.stringify(edge.checksReplies ? checkReply(route, result) : result);
    request.answered?.(request, 200);
    sendJson(edge, request, reply, 200, body, context.headers);
  };

  return (request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    const context = new CallContext(request, edge.clock());
    const call: Record<string, unknown> = isSigned
      ? { context, service: request.service }
      : { context, actor: request.actor };
    parseInto(call, parts, request);
    const actForUser = (): unknown => onBehalfOf(request.actor?.userId, () => act(call));
    const result = edge.tracing ? edge.tracing.trace(name, traceparentOf(request, edge), actForUser) : actForUser();
    // A synchronous handler replies in the same tick.
    if (result instanceof Promise) {
      if (noteFailure) result.catch((error: unknown) => noteFailure(request, error));
      return result.then((value) => answer(request, reply, context, value));
    }
    answer(request, reply, context, result);
  };
};

/** From anybody else it would let a stranger choose which requests are traced, and into whose trace they go. */
const traceparentOf = ({ raw }: FastifyRequest, { isTrustedProxy }: Edge): string | undefined =>
  isTrustedProxy?.(raw.socket.remoteAddress) ? rawHeader(raw, "traceparent") : undefined;

const rawHandler = (route: RawRoute, act: (call: object) => unknown, edge: Edge) => {
  const parts = declaredParts(route);
  const headers = headersOf(edge, route.raw.contentType);
  const neverEnds = route.raw.contentType === "text/event-stream";
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const call: Record<string, unknown> = {
      context: new CallContext(request, edge.clock()),
      actor: request.actor,
      reply,
    };
    parseInto(call, parts, request);
    reply.headers({ ...headers, "x-request-id": request.id });
    if (edge.isDraining) reply.header("connection", "close");
    await onBehalfOf(request.actor?.userId, () => act(call));
    // After a refusal the error reply has already recorded it.
    const note = (): void => request.answered?.(request, reply.raw.statusCode);
    if (neverEnds || reply.raw.closed) note();
    else reply.raw.once("close", note);
  };
};

/** All text that we send is UTF-8; JSON is by definition. */
const withCharset = (contentType: string): string =>
  contentType.startsWith("text/") && !contentType.includes("charset=") ? `${contentType}; charset=utf-8` : contentType;

/** The common headers, with the content type of the route. */
const headersOf = ({ headers }: Edge, contentType: string): Record<string, string> => {
  const pairs = headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? ""] as const] : []));
  return { ...Object.fromEntries(pairs), "content-type": withCharset(contentType) };
};
