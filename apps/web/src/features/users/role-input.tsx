import { AutoComplete } from "antd";

interface RoleInputProps {
  /** These three come from the form's field. */
  id?: string;
  value?: string;
  onChange?: (role: string) => void;
  /** Roles that somebody has already. */
  roles: readonly string[];
}

/** A role is a word of the team's own; those in use are offered. */
export const RoleInput = ({ id, value, onChange, roles }: RoleInputProps) => (
  <AutoComplete
    id={id}
    value={value}
    onChange={onChange}
    options={roles.map((role) => ({ value: role }))}
    showSearch={{ filterOption: (typed, option) => option?.value.includes(typed) === true }}
  />
);
