import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";

/** An end user by address, leading to what that user has. */
export const UserLink = ({ email }: { email: string }) => (
  <Link to={`${PATHS.platformUser}?user=${encodeURIComponent(email)}`} title={email}>
    {email}
  </Link>
);
