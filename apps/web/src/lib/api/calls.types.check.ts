import { authCalls } from "./clients/auth.ts";

/**
 * Calls that must not compile. `tsc -b` reads this file: should one of them start to compile, its `@ts-expect-error`
 * has nothing to expect and the build fails. Nothing here is ever called.
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
  // @ts-expect-error the failure of an act must be seen
  () => authCalls.setPassword({ body: { password: "a long enough one" } }, { meta: { silent: true } }),
  // @ts-expect-error signing out is an act although it is a GET
  () => authCalls.logout({}, { meta: { silent: true } }),
  // @ts-expect-error a call that the contract does not have
  () => authCalls.impersonate({}),
];

/** A read may fail quietly, so this one compiles. */
export const allowed = () => authCalls.me({}, { meta: { silent: true } });
