import { useCan } from "../../lib/session.ts";
import { type MenuPosition, type Screen, type Shell, useScreens } from "../screen-list.ts";

/** The screens a menu shows to this reader, in the order of the table. */
export const useMenuScreens = (shell: Shell, position: MenuPosition): Screen[] => {
  const can = useCan();
  return useScreens().filter((screen) => screen.shell === shell && screen.menu === position && can(screen.access));
};
