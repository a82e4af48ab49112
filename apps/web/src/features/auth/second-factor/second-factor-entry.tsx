import type { SecondFactorKind } from "@dailies/contract/auth/routes";
import { TOTP_DIGITS } from "@dailies/contract/auth/second-factor-routes";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "../login.module.css";
import { LoginFault, LoginField } from "../login-field.tsx";
import type { SignIn } from "../use-sign-in.ts";

const focusOnce = (element: HTMLElement | null): void => element?.focus();

const HINTS = { passkey: "passkeyHint", totp: "totpHint", recovery_code: "recoveryHint" } as const;
const CHOICES = { passkey: "usePasskey", totp: "useTotp", recovery_code: "useRecoveryCode" } as const;

/** The second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
export const SecondFactorEntry = ({ fault, isBusy, setFault, awaited, complete, signInWithPasskey }: SignIn) => {
  const { t } = useTranslation();
  const [kind, setKind] = useState<SecondFactorKind>(awaited[0] ?? "totp");
  const [code, setCode] = useState("");
  const isTotp = kind === "totp";

  const change = (typed: string): void => setCode(isTotp ? typed.replaceAll(/\D/g, "").slice(0, TOTP_DIGITS) : typed);
  const choose = (chosen: SecondFactorKind): void => {
    setFault(undefined);
    setCode("");
    setKind(chosen);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = code.trim();
    if (kind === "passkey") void signInWithPasskey();
    else if (isTotp && typed.length !== TOTP_DIGITS) setFault(t("auth.login.enterCode", { count: TOTP_DIGITS }));
    else if (typed === "") setFault(t("auth.login.enterRecoveryCode"));
    else void complete(isTotp ? { totp: typed } : { recovery_code: typed });
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.sent}>{t(`auth.login.${HINTS[kind]}`)}</p>
      {kind !== "passkey" && (
        <LoginField
          key={kind}
          label={t(isTotp ? "auth.login.code" : "auth.login.recoveryCode")}
          name={kind}
          autoComplete={isTotp ? "one-time-code" : "off"}
          inputMode={isTotp ? "numeric" : "text"}
          autoCapitalize="none"
          spellCheck={false}
          // The user just submitted the first step here, so move the focus to this field.
          ref={focusOnce}
          maxLength={isTotp ? TOTP_DIGITS : 40}
          value={code}
          onChange={(event) => change(event.target.value)}
        />
      )}
      <LoginFault>{fault}</LoginFault>
      <button
        type="submit"
        className={styles.submit}
        disabled={isBusy}
        ref={kind === "passkey" ? focusOnce : undefined}
      >
        {isBusy ? t("auth.login.submitting") : t(kind === "passkey" ? "auth.login.usePasskey" : "auth.login.submit")}
      </button>
      <div className={styles.codeActions}>
        {awaited
          .filter((other) => other !== kind)
          .map((other) => (
            <button key={other} type="button" className={styles.quiet} onClick={() => choose(other)}>
              {t(`auth.login.${CHOICES[other]}`)}
            </button>
          ))}
      </div>
    </form>
  );
};
