import { storageRoutes } from "@dailies/contract/storage/routes";
import { createCalls } from "../../calls.ts";

export const storageCalls = createCalls(storageRoutes);
