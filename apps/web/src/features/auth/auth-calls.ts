import { authRoutes } from "@dailies/contract/auth";
import { createCalls } from "../../lib/calls.ts";

/** Only these calls, so that the login page does not carry the whole contract. */
export const authCalls = createCalls(authRoutes);
