import { usersRoutes } from "@dailies/contract/users/routes";
import { createCalls } from "../calls.ts";

export const usersCalls = createCalls(usersRoutes);
