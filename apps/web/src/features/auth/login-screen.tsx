import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "../../lib/lazy-part.ts";
import { FilmStrip } from "./film-strip.tsx";
import styles from "./login.module.css";
import { LoginPreferences } from "./login-preferences.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactorEntry } from "./second-factor/second-factor-entry.tsx";
import { useSignIn } from "./use-sign-in.ts";

const CodeForm = lazyPart(async () => (await import("./code-form.tsx")).CodeForm);

const SIGN_IN_METHODS = ["withPassword", "withCode"] as const;
type SignInMethod = (typeof SIGN_IN_METHODS)[number];

interface MethodChoiceProps {
  method: SignInMethod;
  onChange: (method: SignInMethod) => void;
}

const MethodChoice = ({ method, onChange }: MethodChoiceProps) => {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.ways}>
      <legend className="ds-visually-hidden">{t("auth.login.ways")}</legend>
      {SIGN_IN_METHODS.map((candidate) => (
        <label key={candidate} className={styles.way}>
          <input
            type="radio"
            name="way"
            className={styles.wayInput}
            checked={candidate === method}
            onChange={() => onChange(candidate)}
          />
          <span className={styles.wayName}>{t(`auth.login.${candidate}`)}</span>
        </label>
      ))}
    </fieldset>
  );
};

/** Built without the UI kit, because it is the only page loaded before sign-in. */
export const Component = () => {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  // Invitation links carry the email address; invited users have no password yet.
  const invited = params.get("email") ?? "";
  const [method, setMethod] = useState<SignInMethod>(invited === "" ? "withPassword" : "withCode");
  const signingIn = useSignIn();
  const choose = (chosen: SignInMethod): void => {
    setMethod(chosen);
    signingIn.restart();
  };
  return (
    <div className={styles.page}>
      <title>{`${t("auth.login.title")} · ${t("frame.product")}`}</title>
      <main className={styles.side}>
        <div className={styles.card}>
          <p className={styles.wordmark}>{t("frame.product")}</p>
          <p className={styles.tagline}>{t("auth.login.tagline")}</p>
          <h1 className={styles.title}>{t("auth.login.title")}</h1>
          <MethodChoice method={method} onChange={choose} />
          {signingIn.awaited.length > 0 ? (
            <SecondFactorEntry {...signingIn} />
          ) : (
            <>
              <Suspense>
                {method === "withPassword" ? (
                  <PasswordForm {...signingIn} />
                ) : (
                  <CodeForm invited={invited} signingIn={signingIn} />
                )}
              </Suspense>
              {signingIn.provider === undefined ? null : (
                <button
                  type="button"
                  className={styles.otherWay}
                  disabled={signingIn.isBusy}
                  onClick={() => void signingIn.startSignOn()}
                >
                  {t("auth.signOn.signInWith", { name: signingIn.provider })}
                </button>
              )}
              <button
                type="button"
                className={styles.otherWay}
                disabled={signingIn.isBusy}
                onClick={() => void signingIn.signInWithPasskey()}
              >
                {t("auth.login.withPasskey")}
              </button>
            </>
          )}
        </div>
        <LoginPreferences />
      </main>
      <div className={styles.picture}>
        <FilmStrip />
      </div>
    </div>
  );
};
