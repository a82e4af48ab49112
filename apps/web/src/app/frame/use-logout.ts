import { useMutation } from "@tanstack/react-query";
import { page } from "../../lib/page.ts";
import { PATHS } from "../../lib/paths.ts";
import { signOut } from "../../lib/sign-out.ts";

/** Signs out and leaves the page, also if the server cannot be reached, so that no data of the user stays in memory. */
export const useLogout = (): (() => void) => {
  const { mutate } = useMutation({ mutationFn: signOut, onSettled: () => page.load(PATHS.start) });
  return () => mutate();
};
