import type { FieldSpec, FieldValue } from "@dailies/contract";

export interface AnswerControlProps<Field extends FieldSpec = FieldSpec> {
  field: Field;
  name: string;
  labelId: string;
  value: FieldValue | null;
  isDisabled: boolean;
  onChange: (value: FieldValue | null) => void;
}
