import { authRoutes } from "@dailies/contract/auth";
import { createCalls } from "../calls.ts";

export const authCalls = createCalls(authRoutes);
