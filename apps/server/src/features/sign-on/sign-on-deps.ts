import { DomainError } from "../../errors.ts";
import { openLarkSignOn } from "../../platform/lark/lark-sign-on.ts";
import { type OpenId, openOpenId } from "../../platform/openid/openid.ts";
import type { AuthDeps } from "../auth/index.ts";

/** What the operator decides about single sign-on. */
export interface SignOnOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As the button names the provider. */
  readonly name: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  readonly codesByGroup: ReadonlyMap<string, readonly string[]>;
  readonly newAccounts: "off" | "group" | "domain";
  /** In lower case. */
  readonly domains: readonly string[];
  readonly newAccountRole: string;
  /** Of Feishu or Lark, which speaks no OpenID Connect: the issuer is then where people sign in, the client an app. */
  readonly larkApiUrl: string | undefined;
}

export interface SignOnDeps extends AuthDeps {
  /** Undefined unless the operator has configured a provider. */
  readonly signOn: { readonly options: SignOnOptions; readonly openId: OpenId } | undefined;
}

export type ConfiguredSignOn = AuthDeps & { readonly signOn: NonNullable<SignOnDeps["signOn"]> };

export const CALLBACK_PATH = "/api/auth/sign_on/callback";

const openProvider = (options: SignOnOptions, redirectUri: string): OpenId => {
  const { issuer: accountsUrl, clientId: appId, clientSecret: appSecret, larkApiUrl: apiUrl } = options;
  return apiUrl === undefined
    ? openOpenId({ ...options, redirectUri })
    : openLarkSignOn({ accountsUrl, apiUrl, appId, appSecret, redirectUri });
};

export const openSignOn = (options: SignOnOptions | undefined, publicOrigin: string): SignOnDeps["signOn"] =>
  options && { options, openId: openProvider(options, `${publicOrigin}${CALLBACK_PATH}`) };

export const requireSignOn = (deps: SignOnDeps): ConfiguredSignOn => {
  const { signOn } = deps;
  if (!signOn) throw new DomainError("not_found", "this installation has no single sign-on");
  return { ...deps, signOn };
};
