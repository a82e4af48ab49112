import { Form } from "antd";
import { type ReactNode, useId } from "react";

interface FormFieldProps {
  label: string;
  help?: ReactNode;
  fault?: string | undefined;
  children: (id: string) => ReactNode;
}

/** An input with its name above, and below what it means or what is wrong with it. */
export const FormField = ({ label, help, fault, children }: FormFieldProps) => {
  const id = useId();
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      extra={help}
      help={fault}
      {...(fault !== undefined && { validateStatus: "error" as const })}
    >
      {children(id)}
    </Form.Item>
  );
};
