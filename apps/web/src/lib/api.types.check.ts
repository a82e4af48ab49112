import { api } from "./api.ts";

/**
 * Calls that must not compile. `tsc -b` reads this file: should one of them start to compile, its `@ts-expect-error`
 * has nothing to expect and the build fails. Nothing here is ever called.
 */
export const refused = [
  // @ts-expect-error a body is missing
  () => api.auth.login({}),
  // @ts-expect-error a field of the body has another name
  () => api.auth.sendCode({ body: { mail: "a@example.com" } }),
  // @ts-expect-error a parameter has another name
  () => api.auth.endSession({ params: { session: "1" } }),
  // @ts-expect-error a parameter is missing
  () => api.auth.endSession({}),
  // @ts-expect-error the failure of an act must be seen
  () => api.auth.setPassword({ body: { password: "a long enough one" } }, { meta: { silent: true } }),
  // @ts-expect-error signing out is an act although it is a GET
  () => api.auth.logout({}, { meta: { silent: true } }),
  // @ts-expect-error a call that the contract does not have
  () => api.auth.impersonate({}),
  // @ts-expect-error a feature that the contract does not have
  () => api.nowhere.list({}),
];

/** A read may fail quietly, so this one compiles. */
export const allowed = () => api.auth.me({}, { meta: { silent: true } });
