import { operationReason } from "@dailies/contract";
import { z } from "zod";

/** The form of actions that need only a reason; its limits are the contract's. */
export const reasonForm = z.object({ reason: operationReason });
