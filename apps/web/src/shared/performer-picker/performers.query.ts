import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

/** The performers the reader may use, with their health; of all screens that offer a choice. */
export const performersQuery = queryOptions({
  queryKey: ["performers", "list"],
  queryFn: ({ signal }) => api.performers.listPerformers({}, { signal }),
});
