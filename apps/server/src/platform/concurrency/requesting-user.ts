import { AsyncLocalStorage } from "node:async_hooks";

/** A request of a user, for as long as anything works for it. */
export interface UserRequest {
  readonly userId: string;
}

const requests = new AsyncLocalStorage<UserRequest>();

/**
 * Remembers whose request this work is for, in everything that it awaits, so that queues deep inside can share their places
 * out between people. It decides about waiting only: access is decided by the actor that handlers pass on.
 */
export const onBehalfOf = <T>(userId: string | undefined, work: () => T): T =>
  userId === undefined ? work() : requests.run({ userId }, work);

/** Undefined for work that no user has asked for: workflows, sweeps, requests of services. */
export const userRequest = (): UserRequest | undefined => requests.getStore();

export const requestingUser = (): string | undefined => requests.getStore()?.userId;
