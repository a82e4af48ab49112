import { AsyncLocalStorage } from "node:async_hooks";

const users = new AsyncLocalStorage<string>();

/**
 * Remembers whose request this work is for, in everything that it awaits, so that queues deep inside can share their places
 * out between people. It decides about waiting only: access is decided by the actor that handlers pass on.
 */
export const onBehalfOf = <T>(userId: string | undefined, work: () => T): T =>
  userId === undefined ? work() : users.run(userId, work);

/** Undefined for work that no user has asked for: workflows, sweeps, requests of services. */
export const requestingUser = (): string | undefined => users.getStore();
