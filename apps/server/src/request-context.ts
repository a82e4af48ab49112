import type { Actor } from "./actor.ts";

/** Who acts, in which request and when, as far as audit entries need it. */
export interface AuditContext {
  readonly actor: Pick<Actor, "username">;
  readonly requestId: string;
  readonly at: Date;
}

/** Who owns what is made, also where a worker makes it on behalf of somebody. */
export interface OwnerContext extends AuditContext {
  readonly actor: Pick<Actor, "username" | "userId">;
}

/** A request of a signed-in user: created once in the HTTP layer, passed to every use case that changes something. */
export interface RequestContext extends OwnerContext {
  readonly actor: Actor;
  /** Set by the jobs feature only: this administrator may retry and cancel the background work of others. */
  readonly managesJobs?: true;
}

/** Whether the caller may retry or cancel work of this user. */
export const mayManageJobOf = ({ actor, managesJobs }: RequestContext, userId: string): boolean =>
  actor.userId === userId || managesJobs === true;

/** The actor as the operation log records it. */
export interface AuditActor {
  readonly userName: string;
  readonly requestId: string;
  readonly at: Date;
}

/** `at` only when the entry needs another time than the request, such as that of rows written with it. */
export const auditActor = (context: AuditContext, at: Date = context.at): AuditActor => ({
  userName: context.actor.username,
  requestId: context.requestId,
  at,
});

/** Work of a program without a request, under its own name: the command line, demo data. */
export const programContext = (username: string, requestId: string, at: Date): AuditContext => ({
  actor: { username },
  requestId,
  at,
});

/** Background work without a user: workflows, schedules and sweeps. */
export const systemContext = (requestId: string, at: Date): AuditContext => programContext("system", requestId, at);
