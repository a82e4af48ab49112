import { queryOptions } from "@tanstack/react-query";
import { performersCalls } from "../../lib/api/clients/performers.ts";

/** The performers the user may use, with their health; shared by all pickers. */
export const performersQuery = queryOptions({
  queryKey: ["performers", "list"],
  queryFn: ({ signal }) => performersCalls.listPerformers({}, { signal }),
});
