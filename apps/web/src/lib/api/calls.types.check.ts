import { authCalls } from "./clients/auth.ts";

/**
 * Requests that must not compile. `tsc -b` reads this file: if one starts to compile, its `@ts-expect-error` is unused and
 * the build fails. Nothing here is ever called.
 */
export const refused = [
  // @ts-expect-error a body is missing
  () => authCalls.login({}),
  // @ts-expect-error a field of the body has another name
  () => authCalls.sendCode({ body: { mail: "a@example.com" } }),
  // @ts-expect-error a parameter has another name
  () => authCalls.endSession({ params: { session: "1" } }),
  // @ts-expect-error a parameter is missing
  () => authCalls.endSession({}),
  // @ts-expect-error the error of a mutation must be visible
  () => authCalls.setPassword({ body: { password: "a long enough one" } }, { meta: { silent: true } }),
  // @ts-expect-error logging out is a mutation although it is a GET
  () => authCalls.logout({}, { meta: { silent: true } }),
  // @ts-expect-error a route that the contract does not have
  () => authCalls.impersonate({}),
];

/** A read may fail silently, so this one compiles. */
export const allowed = () => authCalls.me({}, { meta: { silent: true } });
