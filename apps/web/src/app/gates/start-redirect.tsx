import { Navigate } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { useCurrentUser } from "../../lib/session.ts";

/** `/`: to the datasets, or to Home for external people, who have no datasets to see. */
export const Component = () => <Navigate to={useCurrentUser().is_external ? PATHS.home : PATHS.dataset} replace />;
