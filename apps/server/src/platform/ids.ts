import { v7 } from "uuid";

/** Ids that sort by the time they were made, so that new rows land at the end of their index. */
export const newId = (): string => v7();
