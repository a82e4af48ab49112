import type { JsonWebKey } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Provider, { type Configuration } from "oidc-provider";
import { aTokenKey, type TokenKey } from "./token-keys.ts";

/** Claims of a person, except the subject, which is the name of the account. */
export type PersonClaims = Readonly<Record<string, unknown>>;

export interface OpenIdProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** People by the name of their account. */
  readonly people: Map<string, PersonClaims>;
  /** Requests by path, such as `/token`. */
  readonly requests: string[];
  /** With which it signs its tokens. */
  readonly signingKey: TokenKey;
  /** Why clients did not take its logout tokens. */
  readonly logoutFaults: string[];
  readonly close: () => Promise<void>;
}

export interface OpenIdProviderOptions {
  readonly redirectUri: string;
  readonly port?: number;
  /** Where logout tokens go. The provider then names its sessions in ID tokens, unless told not to. */
  readonly logoutUri?: string;
  readonly namesSessions?: boolean;
  /** Whether e-mail and groups are in the ID token, as Keycloak has them; otherwise only the userinfo has. */
  readonly hasClaimsInIdToken?: boolean;
  /** The private key with which it signs; a new one unless it is started again for clients that know its key. */
  readonly privateJwk?: JsonWebKey;
  /** Whether it publishes another key than that with which it signs, under the same name. */
  readonly publishesOtherKey?: boolean;
}

/** As which the console is registered. */
export const OPENID_CLIENT = { clientId: "dailies", clientSecret: "a secret of the client, used by tests only" };

const page = (uid: string, names: readonly string[]): string => `<!doctype html>
<html lang="en"><title>Test provider</title><h1>Who are you?</h1>
<form method="post" action="/interaction/${uid}">
${names.map((name) => `<button name="account" value="${name}">${name}</button>`).join("\n")}
<button name="account" value="">Refuse</button>
</form></html>`;

/** The page of the provider: one button for each person, and one to refuse. It asks for nothing else. */
const interact = async (
  provider: Provider,
  people: ReadonlyMap<string, PersonClaims>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { uid } = await provider.interactionDetails(request, response);
  if (request.method !== "POST") {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(page(uid, [...people.keys()]));
    return;
  }
  const accountId = new URLSearchParams(await text(request)).get("account") ?? "";
  const result = accountId === "" ? { error: "access_denied" } : { login: { accountId } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
};

const configuration = (
  options: OpenIdProviderOptions,
  people: ReadonlyMap<string, PersonClaims>,
  { privateJwk }: TokenKey,
): Configuration => ({
  clients: [
    {
      client_id: OPENID_CLIENT.clientId,
      client_secret: OPENID_CLIENT.clientSecret,
      redirect_uris: [options.redirectUri],
      ...(options.logoutUri !== undefined && {
        backchannel_logout_uri: options.logoutUri,
        backchannel_logout_session_required: options.namesSessions !== false,
      }),
    },
  ],
  conformIdTokenClaims: options.hasClaimsInIdToken !== true,
  claims: {
    openid: ["sub"],
    email: ["email", "email_verified"],
    profile: ["name", "preferred_username", "groups"],
  },
  cookies: { keys: ["a key of the test provider"] },
  jwks: { keys: [privateJwk] },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    // The pages of the library load a font from elsewhere.
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (context, form) => {
        context.body = `<!doctype html><html lang="en"><title>Sign out</title>${form}
<button form="op.logoutForm" name="logout" value="yes">Sign out</button></html>`;
      },
      postLogoutSuccessSource: (context) => {
        context.body = '<!doctype html><html lang="en"><title>Signed out</title><h1>You are signed out</h1></html>';
      },
    },
  },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, sub) => {
    const claims = people.get(sub);
    return claims && { accountId: sub, claims: () => ({ ...claims, sub }) };
  },
  // Nobody is asked for consent: the client is the company's own.
  loadExistingGrant: async ({ oidc }) => {
    const { provider, client, session } = oidc;
    const grant = new provider.Grant({ clientId: client?.clientId ?? "", accountId: session?.accountId ?? "" });
    grant.addOIDCScope("openid email profile");
    await grant.save();
    return grant;
  },
  // The provider's guard of outgoing requests blocks the loopback.
  fetch: (url, { dispatcher: _, ...rest }: RequestInit & { dispatcher?: unknown } = {}) => fetch(url, rest),
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
});

const sendKeys = (response: ServerResponse, key: TokenKey["publicJwk"]): void => {
  response.setHeader("content-type", "application/jwk-set+json");
  response.end(JSON.stringify({ keys: [key] }));
};

/** A real OpenID provider (npm `oidc-provider`) on the loopback, with a page on which a person picks who they are. */
export const startOpenIdProvider = async (options: OpenIdProviderOptions): Promise<OpenIdProvider> => {
  const people = new Map<string, PersonClaims>();
  const requests: string[] = [];
  const logoutFaults: string[] = [];
  const signingKey = aTokenKey("RS256", undefined, options.privateJwk);
  const publicJwk = options.publishesOtherKey ? aTokenKey("RS256").publicJwk : undefined;
  const server = createServer();
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(options, people, signingKey));
  provider.on("backchannel.error", (_context, error) => logoutFaults.push(error.message));
  const answer = provider.callback();
  server.on("request", (request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer);
    requests.push(pathname);
    if (publicJwk && pathname === "/jwks") return void sendKeys(response, publicJwk);
    if (!pathname.startsWith("/interaction/")) return void answer(request, response);
    interact(provider, people, request, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  return {
    issuer,
    ...OPENID_CLIENT,
    people,
    requests,
    signingKey,
    logoutFaults,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};

/** A browser at the provider, without scripts. It keeps cookies of the provider only. */
export const openProviderBrowser = (provider: Pick<OpenIdProvider, "issuer">) => {
  const cookies = new Map<string, string>();

  const visit = async (address: string, form?: URLSearchParams): Promise<Response> => {
    const response = await fetch(address, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { method: "POST", body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };

  return {
    /** Opens the provider's page, picks the account there, and returns the address that the provider leads back to. */
    signIn: async (start: string, account: string): Promise<URL> => {
      let response = await visit(start);
      let address = start;
      for (let hops = 0; hops < 10; hops++) {
        const location = response.headers.get("location");
        if (location !== null) {
          const next = new URL(location, address);
          if (next.origin !== provider.issuer) return next;
          address = next.href;
          response = await visit(address);
        } else if (new URL(address).pathname.startsWith("/interaction/")) {
          response = await visit(address, new URLSearchParams({ account }));
        } else throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
      }
      throw new Error("the provider redirects in a circle");
    },

    /** Signs out on the provider's own page; it tells its clients before it answers. */
    signOut: async (): Promise<void> => {
      const page = await (await visit(`${provider.issuer}/session/end`)).text();
      const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
      const answer = await visit(
        `${provider.issuer}/session/end/confirm`,
        new URLSearchParams({ xsrf, logout: "yes" }),
      );
      if (answer.status !== 303) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    },
  };
};
