import type { Actor } from "./actor.ts";

/** Who acts, for which request and when, as far as the history needs to know. */
export interface AuditContext {
  readonly actor: Pick<Actor, "username">;
  readonly requestId: string;
  readonly at: Date;
}

/** A request of a signed-in user: made once at the edge, passed to every use case that changes something. */
export interface RequestContext extends AuditContext {
  readonly actor: Actor;
}

/** What the operation log records of who acted. */
export interface AuditActor {
  readonly userName: string;
  readonly requestId: string;
  readonly at: Date;
}

/** `at` only when the entry must bear another time than the request, as of rows that are written with it. */
export const auditActor = (context: AuditContext, at: Date = context.at): AuditActor => ({
  userName: context.actor.username,
  requestId: context.requestId,
  at,
});

/** Work that a program does without a request, under a name of its own: the command line, demonstration data. */
export const programContext = (username: string, requestId: string, at: Date): AuditContext => ({
  actor: { username },
  requestId,
  at,
});

/** Work that nobody asked for: workflows, schedules and sweeps. */
export const systemContext = (requestId: string, at: Date): AuditContext => programContext("system", requestId, at);
