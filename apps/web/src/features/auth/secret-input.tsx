import { EyeInvisibleOutlined, EyeOutlined } from "@ant-design/icons";
import { Input, type InputProps } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./set-password-dialog.module.css";

/** antd's own toggle is a 14 px target; this one is a real button of 24 px. */
export const SecretInput = (props: InputProps) => {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const eye = (
    <button
      type="button"
      className={styles.eye}
      aria-label={isShown ? t("auth.password.hide") : t("auth.password.show")}
      onClick={() => setIsShown(!isShown)}
    >
      {isShown ? <EyeOutlined aria-hidden="true" /> : <EyeInvisibleOutlined aria-hidden="true" />}
    </button>
  );
  return <Input {...props} type={isShown ? "text" : "password"} suffix={eye} />;
};
