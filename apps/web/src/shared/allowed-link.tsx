import type { Access } from "@dailies/contract";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useCan } from "../lib/session.ts";

interface AllowedLinkProps {
  to: string;
  /** Who may open the target; others see the text without a link. */
  access: Access;
  children: ReactNode;
}

/** A link to a screen that some readers of this one may not open. */
export const AllowedLink = ({ to, access, children }: AllowedLinkProps) =>
  useCan()(access) ? <Link to={to}>{children}</Link> : children;
