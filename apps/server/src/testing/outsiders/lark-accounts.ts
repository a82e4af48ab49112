import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** As Feishu tells about somebody. */
export interface LarkPerson {
  readonly tenant_key: string;
  readonly union_id: string;
  readonly open_id?: string;
  readonly name?: string;
  readonly email?: string;
}

interface Grant {
  readonly person: LarkPerson;
  readonly challenge: string;
  readonly redirectUri: string;
}

const APP = { appId: "cli_console", appSecret: "a secret of the app, used by tests only" };

const reply = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
};

/** The sign-in of Feishu and Lark in its shape: OAuth 2.0 with PKCE, and errors as numbers. Everybody is let in at once. */
export const startLarkAccounts = async () => {
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, LarkPerson>();
  const state = {
    /** Who sits in front of the browser; undefined refuses. */
    person: undefined as LarkPerson | undefined,
    /** Answers every exchange with this status. */
    failsWith: undefined as number | undefined,
  };

  const authorize = (asked: URLSearchParams, response: ServerResponse): void => {
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.searchParams.set("state", asked.get("state") ?? "");
    if (state.person && asked.get("client_id") === APP.appId && asked.get("code_challenge_method") === "S256") {
      const code = randomBytes(16).toString("hex");
      const challenge = asked.get("code_challenge") ?? "";
      grants.set(code, { person: state.person, challenge, redirectUri: asked.get("redirect_uri") ?? "" });
      back.searchParams.set("code", code);
    } else back.searchParams.set("error", "access_denied");
    response.writeHead(302, { location: back.href });
    response.end();
  };

  const exchange = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = (await json(request)) as Record<string, string>;
    if (state.failsWith !== undefined) return reply(response, state.failsWith, { code: 20050, error: "server_error" });
    const grant = grants.get(asked.code ?? "");
    grants.delete(asked.code ?? "");
    const isApp = asked.client_id === APP.appId && asked.client_secret === APP.appSecret;
    const isProven = hash("sha256", asked.code_verifier ?? "", "base64url") === grant?.challenge;
    if (!grant || !isApp || !isProven || asked.redirect_uri !== grant.redirectUri)
      return reply(response, 400, { code: 20003, error: "invalid_grant", error_description: "the code is not valid" });
    const token = randomBytes(16).toString("hex");
    tokens.set(token, grant.person);
    reply(response, 200, { code: 0, access_token: token, token_type: "Bearer", expires_in: 7_200, scope: "" });
  };

  const tell = ({ headers }: IncomingMessage, response: ServerResponse): void => {
    const data = tokens.get((headers.authorization ?? "").replace("Bearer ", ""));
    // An error has the status 200, too.
    reply(response, 200, data ? { code: 0, msg: "success", data } : { code: 20005, msg: "the token is not valid" });
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (pathname === "/open-apis/authen/v1/authorize") authorize(searchParams, response);
    else if (pathname === "/open-apis/authen/v2/oauth/token") void exchange(request, response);
    else if (pathname === "/open-apis/authen/v1/user_info") tell(request, response);
    else reply(response, 404, { code: 404, msg: "404 page not found" });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    ...APP,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
