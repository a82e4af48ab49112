import { Outlet } from "react-router";
import { useCan } from "../../lib/session.ts";
import { useScreen } from "../use-screen.ts";
import { NoAccess } from "./no-access.tsx";

/** The open screen, or why it is not open to this reader. */
export const ScreenOutlet = () => {
  const can = useCan();
  const screen = useScreen();
  return !screen || can(screen.access) ? <Outlet /> : <NoAccess access={screen.access} />;
};
