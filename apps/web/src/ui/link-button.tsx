import { Button } from "antd";
import type { MouseEvent, ReactNode } from "react";
import { useHref, useLinkClickHandler } from "react-router";

interface LinkButtonProps {
  /** A path of the console. */
  to: string;
  isPrimary?: boolean;
  size?: "small" | "medium";
  icon?: ReactNode;
  children: string;
}

/** A link styled as a button: it opens in a new tab like any link. */
export const LinkButton = ({ to, isPrimary, size = "medium", icon, children }: LinkButtonProps) => {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <Button
      href={useHref(to)}
      type={isPrimary ? "primary" : "default"}
      size={size === "small" ? "small" : "middle"}
      icon={icon}
      onClick={(event) => follow(event as MouseEvent<HTMLAnchorElement>)}
    >
      {children}
    </Button>
  );
};
