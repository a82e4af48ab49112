import { AutoComplete } from "antd";

interface RoleInputProps {
  /** These three are injected by the form's field. */
  id?: string;
  value?: string;
  onChange?: (role: string) => void;
  /** The roles in use. */
  roles: readonly string[];
}

/** A role is free text; roles in use are suggested. */
export const RoleInput = ({ id, value, onChange, roles }: RoleInputProps) => (
  <AutoComplete
    id={id}
    value={value}
    onChange={onChange}
    options={roles.map((role) => ({ value: role }))}
    showSearch={{ filterOption: (typed, option) => option?.value.includes(typed) === true }}
  />
);
