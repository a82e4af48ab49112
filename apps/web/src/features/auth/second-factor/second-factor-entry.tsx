import { TOTP_DIGITS } from "@dailies/contract/auth/second-factor-routes";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "../login.module.css";
import { LoginFault, LoginField } from "../login-field.tsx";
import type { SignIn } from "../use-sign-in.ts";

const focusOnce = (input: HTMLInputElement | null): void => input?.focus();

type FactorKind = "totp" | "recovery_code";

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export const SecondFactorEntry = ({ fault, isBusy, setFault, complete }: SignIn) => {
  const { t } = useTranslation();
  const [kind, setKind] = useState<FactorKind>("totp");
  const [code, setCode] = useState("");
  const isTotp = kind === "totp";

  const change = (typed: string): void => setCode(isTotp ? typed.replaceAll(/\D/g, "").slice(0, TOTP_DIGITS) : typed);
  const choose = (chosen: FactorKind): void => {
    setFault(undefined);
    setCode("");
    setKind(chosen);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = code.trim();
    if (isTotp && typed.length !== TOTP_DIGITS) setFault(t("auth.login.enterCode", { count: TOTP_DIGITS }));
    else if (typed === "") setFault(t("auth.login.enterRecoveryCode"));
    else void complete(isTotp ? { totp: typed } : { recovery_code: typed });
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.sent}>{t(isTotp ? "auth.login.totpHint" : "auth.login.recoveryHint")}</p>
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
      <LoginFault>{fault}</LoginFault>
      <button type="submit" className={styles.submit} disabled={isBusy}>
        {isBusy ? t("auth.login.submitting") : t("auth.login.submit")}
      </button>
      <div className={styles.codeActions}>
        <button type="button" className={styles.quiet} onClick={() => choose(isTotp ? "recovery_code" : "totp")}>
          {t(isTotp ? "auth.login.useRecoveryCode" : "auth.login.useTotp")}
        </button>
      </div>
    </form>
  );
};
