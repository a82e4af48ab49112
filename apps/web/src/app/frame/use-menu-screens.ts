import { useCan } from "../../lib/session.ts";
import { type MenuPosition, type Screen, type Shell, useScreens } from "../screen-list.ts";

/** The screens of one menu that the current user may open, in table order. */
export const useMenuScreens = (shell: Shell, position: MenuPosition): Screen[] => {
  const can = useCan();
  return useScreens().filter((screen) => screen.shell === shell && screen.menu === position && can(screen.access));
};
