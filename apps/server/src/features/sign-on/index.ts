export { scimHandlers } from "./scim/scim.routes.ts";
export { signOnHandlers } from "./sign-on.routes.ts";
export { openSignOn } from "./sign-on-deps.ts";
