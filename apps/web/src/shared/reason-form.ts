import { operationReason } from "@dailies/contract";
import { z } from "zod";

/** The form of acts that need nothing but a reason; its limits are the contract's. */
export const reasonForm = z.object({ reason: operationReason });
