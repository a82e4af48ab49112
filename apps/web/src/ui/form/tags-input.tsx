import { Select } from "antd";

interface TagsInputProps {
  id?: string;
  value?: string[];
  onChange?: (tags: string[]) => void;
}

const cleaned = (typed: readonly string[]): string[] => [
  ...new Set(typed.map((tag) => tag.trim()).filter((tag) => tag !== "")),
];

/** Free-text tags; the surrounding field injects the value. */
export const TagsInput = ({ id, value, onChange }: TagsInputProps) => (
  <Select
    id={id}
    mode="tags"
    open={false}
    suffixIcon={null}
    tokenSeparators={[","]}
    value={value ?? []}
    onChange={(typed: string[]) => onChange?.(cleaned(typed))}
  />
);
