import { storageRoutes } from "@dailies/contract/storage";
import { createCalls } from "../calls.ts";

export const storageCalls = createCalls(storageRoutes);
