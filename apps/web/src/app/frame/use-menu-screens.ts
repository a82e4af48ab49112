import { useCan } from "../../lib/session.ts";
import { type MenuPlace, type Screen, type Shell, useScreens } from "../screen-list.ts";

/** The screens a menu shows to this reader, in the order of the table. */
export const useMenuScreens = (shell: Shell, place: MenuPlace): Screen[] => {
  const can = useCan();
  return useScreens().filter((screen) => screen.shell === shell && screen.menu === place && can(screen.access));
};
