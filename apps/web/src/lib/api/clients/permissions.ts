import { permissionsRoutes } from "@dailies/contract/permissions";
import { createCalls } from "../calls.ts";

export const permissionsCalls = createCalls(permissionsRoutes);
