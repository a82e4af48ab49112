import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./login.module.css";
import { LoginFault, LoginField } from "./login-field.tsx";
import type { SignIn } from "./use-sign-in.ts";

const EyeIcon = ({ isOpen }: { isOpen: boolean }) => (
  <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" className={styles.eye}>
    <path d="M2 10s3-5.2 8-5.2S18 10 18 10s-3 5.2-8 5.2S2 10 2 10Z" />
    <circle cx="10" cy="10" r="2.4" />
    {!isOpen && <path d="M3.5 3.5l13 13" />}
  </svg>
);

export const PasswordForm = ({ fault, isBusy, setFault, signIn }: SignIn) => {
  const { t } = useTranslation();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [isShown, setIsShown] = useState(false);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!username.trim()) setFault(t("auth.login.enterUsername"));
    else if (!password) setFault(t("auth.login.enterPassword"));
    else void signIn({ username: username.trim(), password });
  };

  const eye = (
    <button
      type="button"
      className={styles.eyeButton}
      aria-label={isShown ? t("auth.login.hide") : t("auth.login.show")}
      onClick={() => setIsShown(!isShown)}
    >
      <EyeIcon isOpen={isShown} />
    </button>
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <LoginField
        label={t("auth.login.username")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <LoginField
        label={t("auth.login.password")}
        name="password"
        type={isShown ? "text" : "password"}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        end={eye}
      />
      <LoginFault>{fault}</LoginFault>
      <button type="submit" className={styles.submit} disabled={isBusy}>
        {isBusy ? t("auth.login.submitting") : t("auth.login.submit")}
      </button>
    </form>
  );
};
