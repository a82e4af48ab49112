import type { CurrentUser, loginBody, SecondFactorKind } from "@dailies/contract/auth/routes";
import type { secondFactorBody } from "@dailies/contract/auth/second-factor-routes";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import type { z } from "zod";
import { failureText } from "../../lib/api/failure-text.ts";
import { loadWithWords } from "../../lib/load-words.ts";
import { safeRedirect } from "../../lib/login-redirect.ts";
import { page } from "../../lib/page.ts";
import { PATHS } from "../../lib/paths.ts";
import { clearStored, readStored, writeStored } from "../../lib/storage.ts";

type Landing = { kind: "route"; to: string } | { kind: "page"; address: string };

/** Where to go after sign-in: a route of this app needs no reload, another path on this origin does. */
export const landingOf = (redirect: string | null, { origin, pathname, search }: Location): Landing => {
  const target = safeRedirect(redirect, origin);
  if (!target) return { kind: "route", to: PATHS.start };
  const url = new URL(target, `${origin}${pathname}${search}`);
  const isThisPage = url.pathname === pathname && url.search === search;
  return isThisPage ? { kind: "route", to: url.hash.slice(1) || PATHS.start } : { kind: "page", address: target };
};

/** Loaded after the first paint, so that the form is usable before the API client and its schemas arrive. */
const loadCalls = () => import("../../lib/api/clients/auth.ts");

export interface SignIn {
  fault: string | undefined;
  isBusy: boolean;
  setFault: (fault: string | undefined) => void;
  signIn: (body: z.input<typeof loginBody>) => Promise<void>;
  /** After a right first step: what `complete` or a passkey completes the sign-in with. */
  awaited: readonly SecondFactorKind[];
  complete: (body: z.input<typeof secondFactorBody>) => Promise<void>;
  /** Alone, or as the second step. */
  signInWithPasskey: () => Promise<void>;
  restart: () => void;
}

/** A failed sign-in is not an expired session: show its error next to the form and do not redirect. */
export const useSignIn = (): SignIn => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [awaited, setAwaited] = useState<readonly SecondFactorKind[]>([]);

  useEffect(() => {
    // Prefetch only: submitting the form retries the import and shows the error.
    loadCalls().catch(() => undefined);
  }, []);

  const land = async ({ username }: CurrentUser): Promise<void> => {
    // The session of somebody else may have ended by itself.
    if (readStored("username") !== username) clearStored();
    writeStored("username", username);
    const landing = landingOf(search.get("redirect"), window.location);
    if (landing.kind === "page") page.load(landing.address);
    else await navigate(landing.to, { replace: true });
  };

  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    setFault(undefined);
    try {
      await act();
    } catch (error) {
      setFault(failureText(error, t));
      setIsBusy(false);
    }
  };

  const signIn: SignIn["signIn"] = (body) =>
    attempt(async () => {
      const { authCalls } = await loadCalls();
      await (await import("../../lib/sign-out.ts")).endPendingSession();
      const reply = await authCalls.login({ body });
      if ("username" in reply) return land(reply);
      setAwaited(reply.second_factors);
      setIsBusy(false);
    });

  const complete: SignIn["complete"] = (body) =>
    attempt(async () => {
      const { secondFactorCalls } = await import("../../lib/api/clients/sign-in/second-factors.ts");
      await land(await secondFactorCalls.completeLogin({ body }));
    });

  const signInWithPasskey: SignIn["signInWithPasskey"] = () =>
    attempt(async () => {
      const ways = await loadWithWords(["secondFactors"], () => import("./passkeys/sign-in-with-passkey.ts"));
      await land(await (awaited.length === 0 ? ways.signInWithPasskey() : ways.completeWithPasskey()));
    });

  const restart = (): void => {
    setFault(undefined);
    setAwaited([]);
  };

  return { fault, isBusy, setFault, signIn, awaited, complete, signInWithPasskey, restart };
};
