import { useQuery } from "@tanstack/react-query";
import { performersQuery } from "../../shared/performer-picker/performers.query.ts";

/** Whether some performer can make clips for the reader; undefined until that is known. */
export const useHasModel = (): boolean | undefined => {
  // Without the answer nothing is blocked: the server says it in its own words.
  const { data } = useQuery({ ...performersQuery, meta: { silent: true } });
  return data?.items.some(({ kind, is_enabled }) => kind === "model" && is_enabled);
};
