import { signOnRoutes } from "@dailies/contract/sign-on/routes";
import { createCalls } from "../../calls.ts";

export const signOnCalls = createCalls(signOnRoutes);
