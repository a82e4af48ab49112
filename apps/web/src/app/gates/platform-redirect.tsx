import { Navigate } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { useMenuScreens } from "../frame/use-menu-screens.ts";

/** Redirects `/platform` to the first screen of its menu that the user may open: /platform/user for MAGI_ADMIN. */
export const Component = () => {
  const [first] = useMenuScreens("platform", "side");
  return <Navigate to={first?.path ?? PATHS.start} replace />;
};
