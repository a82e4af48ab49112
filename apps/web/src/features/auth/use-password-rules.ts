import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@dailies/contract";
import type { FormRule } from "antd";
import { useTranslation } from "react-i18next";

interface PasswordRules {
  password: FormRule[];
  confirm: FormRule[];
}

/** The server counts code points, so an emoji is one character here as well. */
const lengthOf = (value: string | undefined): number => [...(value ?? "")].length;

export const usePasswordRules = (): PasswordRules => {
  const { t } = useTranslation();
  const required: FormRule = { required: true, message: t("auth.password.enter") };
  const length: FormRule = {
    validator: async (_rule, value: string | undefined) => {
      const count = lengthOf(value);
      if (count > 0 && count < PASSWORD_MIN_LENGTH)
        throw new Error(t("auth.password.tooShort", { min: PASSWORD_MIN_LENGTH }));
      if (count > PASSWORD_MAX_LENGTH) throw new Error(t("auth.password.tooLong", { max: PASSWORD_MAX_LENGTH }));
    },
  };
  const same: FormRule = ({ getFieldValue }) => ({
    validator: async (_rule, value: string | undefined) => {
      if ((value ?? "") !== (getFieldValue("password") ?? "")) throw new Error(t("auth.password.differ"));
    },
  });
  return { password: [required, length], confirm: [same] };
};
