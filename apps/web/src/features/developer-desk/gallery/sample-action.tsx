import { Button } from "antd";
import { useState } from "react";

interface SampleActionProps {
  children: string;
  isPrimary?: boolean;
}

/** Placeholder for a screen's action; when pressed it says that it is only a sample. */
export const SampleAction = ({ children, isPrimary }: SampleActionProps) => {
  const [isPressed, setIsPressed] = useState(false);
  return (
    <Button type={isPrimary ? "primary" : "default"} onClick={() => setIsPressed(true)}>
      {isPressed ? "Only a sample" : children}
    </Button>
  );
};
