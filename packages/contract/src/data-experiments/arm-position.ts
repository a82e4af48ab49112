import { positiveInt } from "../kit.ts";

export const MAX_ARMS = 6;
/** The place of an arm, from 1; the first one is the base that the others are compared with. */
export const armPosition = positiveInt.max(MAX_ARMS);
