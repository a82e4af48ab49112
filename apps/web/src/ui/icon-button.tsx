import { Button, Tooltip } from "antd";
import type { MouseEventHandler, ReactNode, Ref } from "react";

interface IconButtonProps {
  /** The accessible name, also shown as a tooltip on hover and focus. */
  name: string;
  icon: ReactNode;
  onClick?: MouseEventHandler<HTMLElement>;
  isDisabled?: boolean;
  isBusy?: boolean;
  isPressed?: boolean;
  size?: "small" | "medium";
  ref?: Ref<HTMLButtonElement>;
}

/** An icon button with an accessible name. The small size is 24 px, the minimum target size. */
export const IconButton = ({
  name,
  icon,
  onClick,
  isDisabled,
  isBusy,
  isPressed,
  size = "medium",
  ref,
}: IconButtonProps) => (
  <Tooltip title={name} mouseEnterDelay={0.4}>
    <Button
      ref={ref}
      type="text"
      size={size === "small" ? "small" : "middle"}
      icon={icon}
      aria-label={name}
      aria-pressed={isPressed}
      disabled={isDisabled}
      loading={isBusy}
      onClick={onClick}
    />
  </Tooltip>
);
