import { authRoutes } from "@dailies/contract/auth/routes";
import { createCalls } from "../calls.ts";

export const authCalls = createCalls(authRoutes);
