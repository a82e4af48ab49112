import { CODE_LENGTH } from "@dailies/contract/auth/routes";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./login.module.css";
import { LoginFault, LoginField } from "./login-field.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface CodeEntryProps {
  signingIn: SignIn;
  email: string;
  secondsLeft: number;
  resendFault: string | undefined;
  onResend: () => void;
  onOtherEmail: () => void;
}

const focusOnce = (input: HTMLInputElement | null): void => input?.focus();

export const CodeEntry = ({ signingIn, email, secondsLeft, resendFault, onResend, onOtherEmail }: CodeEntryProps) => {
  const { t } = useTranslation();
  const { fault, isBusy, setFault, signIn } = signingIn;
  const [code, setCode] = useState("");

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.length === CODE_LENGTH) void signIn({ email, code });
    else setFault(t("auth.login.enterCode", { count: CODE_LENGTH }));
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.sent}>{t("auth.login.codeSent", { email, count: CODE_LENGTH })}</p>
      <LoginField
        label={t("auth.login.code")}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        // The user just submitted the email form here, so move the focus to the code field.
        ref={focusOnce}
        maxLength={CODE_LENGTH}
        value={code}
        onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, "").slice(0, CODE_LENGTH))}
      />
      <LoginFault>{fault ?? resendFault}</LoginFault>
      <button type="submit" className={styles.submit} disabled={isBusy}>
        {isBusy ? t("auth.login.submitting") : t("auth.login.submit")}
      </button>
      <div className={styles.codeActions}>
        <button type="button" className={styles.quiet} disabled={secondsLeft > 0} onClick={onResend}>
          {secondsLeft > 0 ? t("auth.login.resendIn", { seconds: secondsLeft }) : t("auth.login.resend")}
        </button>
        <button type="button" className={styles.quiet} onClick={onOtherEmail}>
          {t("auth.login.otherEmail")}
        </button>
      </div>
    </form>
  );
};
