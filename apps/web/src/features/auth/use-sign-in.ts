import type { CurrentUser, loginBody, SecondFactorKind } from "@dailies/contract/auth/routes";
import type { secondFactorBody } from "@dailies/contract/auth/second-factor-routes";
import { SIGN_ON_REFUSALS } from "@dailies/contract/sign-on/refusals";
import type { TFunction } from "i18next";
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

const SECOND_FACTORS = ["passkey", "totp", "recovery_code"] as const satisfies SecondFactorKind[];

/** What the server added to our address when the browser came back from the provider of single sign-on. */
const readSignOn = (search: URLSearchParams) => {
  const outcome = search.get("sign_on");
  const factors = search.get("factors")?.split(",") ?? [];
  return {
    isSignedIn: outcome === "signed_in",
    awaited: outcome === "second_factor" ? SECOND_FACTORS.filter((kind) => factors.includes(kind)) : [],
    refusal: outcome === "signed_in" || outcome === "second_factor" ? null : outcome,
  };
};

/** Loaded after the first paint, so that the form is usable before the API client and its schemas arrive. */
const loadCalls = async () => (await import("../../lib/api/clients/sign-in/sign-in.ts")).signInCalls;

export interface SignIn {
  fault: string | undefined;
  isBusy: boolean;
  setFault: (fault: string | undefined) => void;
  signIn: (body: z.input<typeof loginBody>) => Promise<void>;
  /** After a right first step: what `complete` or a passkey completes the sign-in with. */
  awaited: readonly SecondFactorKind[];
  complete: (body: z.input<typeof secondFactorBody>) => Promise<void>;
  /** The name of the provider of single sign-on, once it is known that there is one. */
  provider: string | undefined;
  /** Leaves for the provider. */
  startSignOn: () => Promise<void>;
  /** Alone, or as the second step. */
  signInWithPasskey: () => Promise<void>;
  restart: () => void;
}

/** Words of a refusal; whatever else the address contains is an expired sign-in. */
const signOnRefusalText = (refusal: string, t: TFunction): string => {
  const known = SIGN_ON_REFUSALS.find((each) => each === refusal) ?? "expired";
  return t(`auth.signOn.refusals.${known}`);
};

/** A failed sign-in is not an expired session: show its error next to the form and do not redirect. */
export const useSignIn = (): SignIn => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const returned = readSignOn(search);
  const [fault, setFault] = useState(returned.refusal === null ? undefined : signOnRefusalText(returned.refusal, t));
  const [isBusy, setIsBusy] = useState(returned.isSignedIn);
  const [awaited, setAwaited] = useState<readonly SecondFactorKind[]>(returned.awaited);
  const [provider, setProvider] = useState<string>();

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
      const calls = await loadCalls();
      await (await import("../../lib/sign-out.ts")).endPendingSession();
      const reply = await calls.login({ body });
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

  const startSignOn: SignIn["startSignOn"] = () =>
    attempt(async () => {
      await (await import("../../lib/sign-out.ts")).endPendingSession();
      const calls = await loadCalls();
      page.load((await calls.startSignOn({ body: { redirect: search.get("redirect") ?? "" } })).url);
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address with which the page was opened.
  useEffect(() => {
    if (returned.isSignedIn) void attempt(async () => land(await (await loadCalls()).me({})));
    // Without an answer there is no button: the other ways to sign in stay, and submitting the form retries the import.
    loadCalls()
      .then((calls) => calls.getSignOn({}))
      .then(({ name }) => setProvider(name ?? undefined))
      .catch(() => undefined);
  }, []);

  const restart = (): void => {
    setFault(undefined);
    setAwaited([]);
  };

  return { fault, isBusy, setFault, signIn, awaited, complete, provider, startSignOn, signInWithPasskey, restart };
};
