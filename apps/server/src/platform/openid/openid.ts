// The client of an OpenID provider (OpenID Connect, authorization code flow with PKCE), by the library openid-client.
import type { ClientAuth, Configuration, CustomFetch } from "openid-client";
import { createOutgoing, type Outgoing } from "../http-client/outgoing.ts";
import { requestWithin } from "../http-client/request-within.ts";
import { decodeToken, readSigningKeys, type SigningKey } from "./json-web-token.ts";
import { type LogoutToken, readLogoutClaims } from "./logout-token.ts";
import { OpenIdError, type OpenIdFault } from "./openid-error.ts";
import { createSignatureCheck } from "./signature-check.ts";

export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  /** Where the provider sends browsers back to, as registered there. */
  readonly redirectUri: string;
}

/** Known to the browser that began, and to nobody who reads our tables. */
export interface OpenIdSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OpenIdAnswer {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's session. */
  readonly sid: string | undefined;
  /** When the provider asked the person, if it says so: it lets in a browser that it knows without asking. */
  readonly authenticatedAt: Date | undefined;
  /** By the provider's clock, to the second. */
  readonly issuedAt: Date;
  /** Of the userinfo endpoint and of the ID token, which wins. */
  readonly claims: Readonly<Record<string, unknown>>;
}

const REQUEST_MS = 10_000;
const MAX_BYTES = 1024 ** 2;
/** Of somebody whom the provider asked longer ago it asks again. Any such limit makes it say when it last asked. */
const MAX_AGE_S = 7 * 24 * 3_600;
/** Discovery is repeated after this time, so that moved endpoints are found without a restart. */
const DISCOVERED_MS = 3_600_000;

type Client = typeof import("openid-client");
interface Discovered {
  readonly client: Client;
  readonly config: Configuration;
  readonly untilMs: number;
}

/** The provider's origin is the operator's choice; every other host that its documents name must be a public one. */
const fetchThrough =
  (outgoing: Outgoing): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const isForm = body instanceof URLSearchParams;
    const request = {
      method: method === "POST" ? ("POST" as const) : ("GET" as const),
      headers: { ...(isForm && { "content-type": "application/x-www-form-urlencoded" }), ...headers },
      ...(isForm && { body: body.toString() }),
      maxBytes: MAX_BYTES,
    };
    const answer = await requestWithin(outgoing, url, request, { signal, timeoutMs: REQUEST_MS });
    const kept = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    return new Response(answer.status === 204 ? null : new Uint8Array(answer.bytes), {
      status: answer.status,
      headers: kept,
    });
  };

/** In the header, which every provider must support, unless it says that it does not. */
const authenticateWith =
  ({ ClientSecretBasic, ClientSecretPost }: Client, secret: string): ClientAuth =>
  (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = supported.includes("client_secret_basic") ? ClientSecretBasic : ClientSecretPost;
    return authenticate(secret)(server, ...rest);
  };

const discover = async (options: OpenIdOptions, outgoing: Outgoing): Promise<Discovered> => {
  // Loaded at the first use, so that installations without a provider start as fast as before.
  const client = await import("openid-client");
  const issuer = new URL(options.issuer);
  const config = await client.discovery(
    issuer,
    options.clientId,
    undefined,
    authenticateWith(client, options.clientSecret),
    {
      // Without the first, the signature of the ID token would not be verified.
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []),
      ],
      [client.customFetch]: fetchThrough(outgoing),
      timeout: REQUEST_MS / 1_000,
    },
  );
  return { client, config, untilMs: performance.now() + DISCOVERED_MS };
};

const isServerFault = (status: number): boolean => status >= 500 || status === 429;

/** Which side failed: errors of the library have a code for what they checked, and none when a request failed. */
const faultOf = (client: Client, error: unknown): OpenIdFault => {
  const { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError, ClientError } = client;
  if (error instanceof AuthorizationResponseError)
    return /^(?:server_error|temporarily_unavailable)$/.test(error.error) ? "unreachable" : "denied";
  if (error instanceof ResponseBodyError) return isServerFault(error.status) ? "unreachable" : "refused";
  if (error instanceof WWWAuthenticateChallengeError) return isServerFault(error.status) ? "unreachable" : "refused";
  if (!(error instanceof ClientError)) throw error;
  if (error.cause instanceof Response) return isServerFault(error.cause.status) ? "unreachable" : "refused";
  return error.code === undefined || error.code === "OAUTH_TIMEOUT" ? "unreachable" : "refused";
};

const fetchSigningKeys = async (outgoing: Outgoing, { config }: Discovered): Promise<SigningKey[]> => {
  const { issuer, jwks_uri: address = "" } = config.serverMetadata();
  if (issuer.startsWith("https:") && !address.startsWith("https:"))
    throw new OpenIdError("refused", "the provider publishes its keys without TLS, or none");
  try {
    const request = { headers: { accept: "application/json" }, maxBytes: MAX_BYTES };
    const answer = await requestWithin(outgoing, address, request, { signal: undefined, timeoutMs: REQUEST_MS });
    if (answer.status !== 200) throw new Error(`the keys of the provider are answered with ${answer.status}`);
    return readSigningKeys(JSON.parse(answer.bytes.toString("utf8")));
  } catch (error) {
    throw new OpenIdError("unreachable", error);
  }
};

/** Connects to nothing before the first sign-in, so that an outage of the provider stops nothing else. */
export const openOpenId = (options: OpenIdOptions) => {
  const outgoing = createOutgoing({ trustedOrigins: [new URL(options.issuer).origin], maxRedirects: 0 });
  let known: Discovered | undefined;
  let running: Promise<Discovered> | undefined;

  const discovered = async (): Promise<Discovered> => {
    if (known && known.untilMs > performance.now()) return known;
    running ??= discover(options, outgoing).finally(() => {
      running = undefined;
    });
    try {
      known = await running;
    } catch (error) {
      if (!known) throw new OpenIdError("unreachable", error);
    }
    return known;
  };

  const isSigned = createSignatureCheck(async () => fetchSigningKeys(outgoing, await discovered()));

  return {
    /** Where to send the browser. */
    async start({ state, nonce, verifier }: OpenIdSecrets): Promise<string> {
      const { client, config } = await discovered();
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: options.redirectUri,
        scope: options.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        max_age: `${MAX_AGE_S}`,
      });
      return url.href;
    },

    /** Exchanges the code and verifies all of the answer; throws an OpenIdError. */
    async finish(parameters: URLSearchParams, { state, nonce, verifier }: OpenIdSecrets): Promise<OpenIdAnswer> {
      const { client, config } = await discovered();
      const address = new URL(options.redirectUri);
      address.search = parameters.toString();
      try {
        const tokens = await client.authorizationCodeGrant(config, address, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new OpenIdError("refused", "the answer has no ID token");
        const hasUserinfo = config.serverMetadata().userinfo_endpoint !== undefined;
        // Refused when it is of another subject.
        const info = hasUserinfo ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
        const sid = typeof claims.sid === "string" && claims.sid !== "" ? claims.sid : undefined;
        const authenticatedAt = claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1_000);
        const issuedAt = new Date(claims.iat * 1_000);
        return {
          issuer: claims.iss,
          subject: claims.sub,
          sid,
          authenticatedAt,
          issuedAt,
          claims: { ...info, ...claims },
        };
      } catch (error) {
        throw error instanceof OpenIdError ? error : new OpenIdError(faultOf(client, error), error);
      }
    },

    /** Verifies a token of back-channel logout, all that costs nothing first; throws an OpenIdError. */
    async readLogoutToken(token: string, now: Date): Promise<LogoutToken> {
      const decoded = decodeToken(token);
      if (!decoded) throw new OpenIdError("refused", "this is no signed token");
      const read = readLogoutClaims(decoded, { clientId: options.clientId, now });
      const { issuer } = (await discovered()).config.serverMetadata();
      if (read.issuer !== issuer) throw new OpenIdError("refused", "it is of another issuer");
      if (!(await isSigned(decoded))) throw new OpenIdError("refused", "no key of the provider has signed it");
      return read;
    },

    close: outgoing.close,
  };
};

export type OpenId = ReturnType<typeof openOpenId>;
