import { useQuery } from "@tanstack/react-query";
import { performersQuery } from "../../shared/performer-picker/performers.query.ts";

/** Whether the user has a performer that can generate clips; undefined until known. */
export const useHasModel = (): boolean | undefined => {
  // On error nothing is blocked: the server will reject it with its own message.
  const { data } = useQuery({ ...performersQuery, meta: { silent: true } });
  return data?.items.some(({ kind, is_enabled }) => kind === "model" && is_enabled);
};
