import { sendCodeBody } from "@dailies/contract/auth/routes";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { authCalls } from "../../lib/api/clients/auth.ts";
import { failureText } from "../../lib/api/failure-text.ts";
import { CodeEntry } from "./code-entry.tsx";
import styles from "./login.module.css";
import { LoginFault, LoginField } from "./login-field.tsx";
import { useCountdown } from "./use-countdown.ts";
import type { SignIn } from "./use-sign-in.ts";

const RESEND_AFTER_SECONDS = 60;

/** Two steps: the email address, then the code that was sent to it. */
export const CodeForm = ({ invited, signingIn }: { invited: string; signingIn: SignIn }) => {
  const { t } = useTranslation();
  const [email, setEmail] = useState(invited);
  const [isSent, setIsSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [secondsLeft, startCountdown] = useCountdown();

  const sendCode = async (): Promise<void> => {
    setFault(undefined);
    setIsBusy(true);
    try {
      await authCalls.sendCode({ body: { email: email.trim() } });
      setIsSent(true);
      startCountdown(RESEND_AFTER_SECONDS);
    } catch (error) {
      setFault(failureText(error, t));
    } finally {
      setIsBusy(false);
    }
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (sendCodeBody.safeParse({ email: email.trim() }).success) void sendCode();
    else setFault(t("auth.login.enterEmail"));
  };

  if (isSent) {
    return (
      <CodeEntry
        signingIn={signingIn}
        email={email.trim()}
        secondsLeft={secondsLeft}
        resendFault={fault}
        onResend={() => void sendCode()}
        onOtherEmail={() => setIsSent(false)}
      />
    );
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <LoginField
        label={t("auth.login.email")}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <LoginFault>{fault ?? signingIn.fault}</LoginFault>
      <button type="submit" className={styles.submit} disabled={isBusy}>
        {isBusy ? t("auth.login.sendingCode") : t("auth.login.sendCode")}
      </button>
    </form>
  );
};
