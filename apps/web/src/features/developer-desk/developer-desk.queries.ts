import type { RouteResult, systemRoutes } from "@dailies/contract";
import { queryOptions } from "@tanstack/react-query";
import { systemCalls } from "../../lib/api/clients/system.ts";

export type Health = RouteResult<typeof systemRoutes.getHealth>;

const REFRESH_MS = 10_000;

/** Polled every ten seconds, but not by a hidden tab. */
export const healthQuery = queryOptions({
  queryKey: ["system", "health"],
  queryFn: (context) => systemCalls.getHealth({}, context),
  refetchInterval: REFRESH_MS,
});
