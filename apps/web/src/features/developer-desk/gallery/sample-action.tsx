import { Button } from "antd";
import { useState } from "react";

interface SampleActionProps {
  children: string;
  isPrimary?: boolean;
}

/** Stands where a screen has its action, and owns up to being a sample when it is pressed. */
export const SampleAction = ({ children, isPrimary }: SampleActionProps) => {
  const [isPressed, setIsPressed] = useState(false);
  return (
    <Button type={isPrimary ? "primary" : "default"} onClick={() => setIsPressed(true)}>
      {isPressed ? "Only a sample" : children}
    </Button>
  );
};
