import { usersRoutes } from "@dailies/contract/users";
import { createCalls } from "../calls.ts";

export const usersCalls = createCalls(usersRoutes);
