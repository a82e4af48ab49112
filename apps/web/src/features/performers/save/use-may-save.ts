import { useCan } from "../../../lib/session.ts";

/** Benchmarks belong to version 1.0; whoever may not open it is not offered to save into one. */
export const useMaySave = (): boolean => useCan()({ permission: "USE_VERSION_1_0" });
