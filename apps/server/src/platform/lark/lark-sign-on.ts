// Signing in at Feishu or Lark: OAuth 2.0 with PKCE, but no OpenID Connect. There is no ID token, no nonce and no discovery.
import { hash } from "node:crypto";
import { z } from "zod";
import { createOutgoing, type OutgoingAnswer } from "../http-client/outgoing.ts";
import { requestWithin } from "../http-client/request-within.ts";
import type { OpenId } from "../openid/openid.ts";
import { OpenIdError } from "../openid/openid-error.ts";

export interface LarkSignOnOptions {
  readonly appId: string;
  readonly appSecret: string;
  /** Where people sign in. */
  readonly accountsUrl: string;
  /** Where the code is exchanged. */
  readonly apiUrl: string;
  readonly redirectUri: string;
}

const REQUEST_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** Of people and companies; without the colon that we put between them. */
const identifier = z.string().regex(/^[\w-]{1,100}$/);
/** Documented as a number and as a text. */
const success = z.literal([0, "0"]);
const tokenAnswer = z.object({ code: success, access_token: z.string().min(1) });
const personAnswer = z.object({
  code: success,
  data: z.object({ tenant_key: identifier, union_id: identifier, name: z.string().optional() }),
});
/** Also of errors, which may come with the status 200. */
const anyAnswer = z.object({ code: z.number() });

/** Errors of Feishu and Lark have numbers. What they say about them may repeat what we sent, and is not kept. */
const readAnswer = <T extends z.ZodType>(schema: T, { status, bytes }: OutgoingAnswer): z.output<T> => {
  if (status >= 500 || status === 429) throw new OpenIdError("unreachable", `answered with ${status}`);
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new OpenIdError("unreachable", `answered with ${status}, and no JSON`);
  }
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new OpenIdError("refused", `answered with the code ${anyAnswer.safeParse(body).data?.code ?? "of nothing"}`);
};

/**
 * A provider of single sign-on like any other, except that it verifies no address and ends no sessions. A person is the pair of
 * company and union id, which is the same for all apps of one developer.
 */
export const openLarkSignOn = ({ appId, appSecret, accountsUrl, apiUrl, redirectUri }: LarkSignOnOptions): OpenId => {
  const outgoing = createOutgoing({ trustedOrigins: [new URL(apiUrl).origin], maxRedirects: 0 });

  const ask = async <T extends z.ZodType>(
    schema: T,
    path: string,
    request: { method?: "POST"; headers: Record<string, string>; body?: string },
  ): Promise<z.output<T>> => {
    const limits = { signal: undefined, timeoutMs: REQUEST_MS };
    const { href } = new URL(`/open-apis/authen/${path}`, apiUrl);
    const answer = await requestWithin(outgoing, href, { ...request, maxBytes: MAX_BYTES }, limits).catch((error) => {
      throw new OpenIdError("unreachable", error);
    });
    return readAnswer(schema, answer);
  };

  const exchange = async (code: string, verifier: string): Promise<string> => {
    const answered = await ask(tokenAnswer, "v2/oauth/token", {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify({
        grant_type: "authorization_code",
        client_id: appId,
        client_secret: appSecret,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    });
    return answered.access_token;
  };

  return {
    async start({ state, verifier }) {
      const address = new URL("/open-apis/authen/v1/authorize", accountsUrl);
      const challenge = hash("sha256", verifier, "base64url");
      const asked = { client_id: appId, redirect_uri: redirectUri, response_type: "code", state };
      address.search = new URLSearchParams({
        ...asked,
        code_challenge: challenge,
        code_challenge_method: "S256",
      }).toString();
      return address.href;
    },

    async finish(parameters, { state, verifier }) {
      if (parameters.get("state") !== state) throw new OpenIdError("refused", "the state is another one");
      if (parameters.has("error")) throw new OpenIdError("denied", "the person or the provider refused");
      const token = await exchange(parameters.get("code") ?? "", verifier);
      const { data } = await ask(personAnswer, "v1/user_info", { headers: { authorization: `Bearer ${token}` } });
      return {
        issuer: new URL(accountsUrl).origin,
        subject: `${data.tenant_key}:${data.union_id}`,
        sid: undefined,
        // It does not say when it asked the person.
        authenticatedAt: undefined,
        issuedAt: new Date(),
        // Addresses are those that an administrator has typed there: nobody has verified them, and we read none.
        claims: { name: data.name },
      };
    },

    async readLogoutToken() {
      throw new OpenIdError("refused", "this provider sends no logout tokens");
    },

    close: outgoing.close,
  };
};
