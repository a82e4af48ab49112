import { useMutation } from "@tanstack/react-query";
import { authCalls } from "../../lib/api/clients/auth.ts";
import { page } from "../../lib/page.ts";
import { PATHS } from "../../lib/paths.ts";
import { removeStored } from "../../lib/storage.ts";

/** Ends the session, forgets the user name and what was opened, and reloads the page so that no data of the previous user stays in memory. */
export const useLogout = (): (() => void) => {
  const { mutate } = useMutation({
    mutationFn: () => authCalls.logout({}),
    onSuccess: () => {
      removeStored("username");
      removeStored("paletteRecent");
      page.load(PATHS.start);
    },
  });
  return () => mutate();
};
