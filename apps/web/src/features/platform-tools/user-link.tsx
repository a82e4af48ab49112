import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";

/** Links an email address to its end user. */
export const UserLink = ({ email }: { email: string }) => (
  <Link to={`${PATHS.platformUser}?user=${encodeURIComponent(email)}`} title={email}>
    {email}
  </Link>
);
