import { Outlet } from "react-router";
import { useCan } from "../../lib/session.ts";
import { useScreen } from "../use-screen.ts";
import { NoAccess } from "./no-access.tsx";

/** Renders the current screen, or the reason why the user may not open it. */
export const ScreenOutlet = () => {
  const can = useCan();
  const screen = useScreen();
  return !screen || can(screen.access) ? <Outlet /> : <NoAccess access={screen.access} />;
};
