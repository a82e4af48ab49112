import { queryOptions } from "@tanstack/react-query";
import { performersCalls } from "../../lib/api/clients/performers.ts";

/** The performers the reader may use, with their health; of all screens that offer a choice. */
export const performersQuery = queryOptions({
  queryKey: ["performers", "list"],
  queryFn: ({ signal }) => performersCalls.listPerformers({}, { signal }),
});
