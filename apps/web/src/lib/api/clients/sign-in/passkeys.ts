import { passkeysRoutes } from "@dailies/contract/auth/passkey-routes";
import { createCalls } from "../../calls.ts";

export const passkeyCalls = createCalls(passkeysRoutes);
