import { Navigate } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { useCurrentUser } from "../../lib/session.ts";

/** Redirects `/` to the datasets, or to Home for external users, who see no datasets. */
export const Component = () => <Navigate to={useCurrentUser().is_external ? PATHS.home : PATHS.dataset} replace />;
