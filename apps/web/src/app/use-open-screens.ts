import type { Access } from "@dailies/contract";
import { PLATFORM_SHELL_ACCESS } from "@dailies/contract/platform-access";
import { useCan } from "../lib/session.ts";
import { type Screen, type Shell, useScreens } from "./screen-list.ts";

/** The access needed to enter an area, in addition to the access of each screen in it. */
export const SHELL_ACCESS = {
  root: "signed-in",
  v1: { permission: "USE_VERSION_1_0" },
  platform: PLATFORM_SHELL_ACCESS,
  none: "signed-in",
} as const satisfies Record<Shell, Access>;

const hasParameter = (screen: Screen): boolean => screen.path.includes(":");

/** The screens the current user can open directly, in table order. */
export const useOpenScreens = (): Screen[] => {
  const can = useCan();
  return useScreens().filter(
    (screen) =>
      screen.access !== "public" && !hasParameter(screen) && can(SHELL_ACCESS[screen.shell]) && can(screen.access),
  );
};
