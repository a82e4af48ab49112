import { useCan } from "../../../lib/session.ts";

/** Benchmarks require version 1.0; users without access to it are not offered to save into one. */
export const useMaySave = (): boolean => useCan()({ permission: "USE_VERSION_1_0" });
