// One person with every permission, the accounts and credentials that they make, and three end users. A second
// administrator exists and never acts.
import { randomUUID } from "node:crypto";
import { PERMISSION_CODES, SERVICE_SCOPES, type ServiceScope } from "@dailies/contract";
import { sql } from "kysely";
import { signRequest } from "../../features/service-api/index.ts";
import { aCaller, cookiesOf } from "../builders/a-caller.ts";
import { aService } from "../builders/a-service.ts";
import { aCustomer, type TestCustomer } from "../builders/credits/a-customer.ts";
import type { Answer, RunningApp } from "../rigs/start-app.ts";

interface Key {
  readonly keyId: string;
  readonly secret: string;
}

export interface World {
  readonly customers: readonly TestCustomer[];
  /** The person and the accounts that they made, by index. */
  readonly accounts: string[];
  /** Secrets that the person has seen, accepted or not. */
  readonly keys: Key[];
  readonly credentialIds: string[];
  /** A call as one of the accounts; the index wraps around. */
  post(account: number, path: string, body: object): Promise<Answer>;
  get(account: number, path: string): Promise<Answer>;
  /** A signed call with one of the secrets; nothing when there is none yet. */
  send(key: number, path: string, body: object): Promise<Answer | undefined>;
  /** After the clock leapt, which ends sessions. */
  signInAgain(): void;
  /** Everything created for the three end users so far. */
  readCreated(): Promise<number>;
}

const pick = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error("there is nothing to pick from");
  return found;
};

/** A bug of the server is not a refusal. An overloaded one may answer 503, without any effect. */
const requireNoFault = (path: string, { status, body }: Answer): void => {
  if (status >= 500 && status !== 503) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
};

/** `note` is told of every path that answered 200, so that a story cannot pass by failing everywhere. */
export const aWorld = async (running: RunningApp, note: (path: string) => void): Promise<World> => {
  const { db, clock } = running;
  const call: RunningApp["call"] = async (path, options) => {
    const answer = await running.call(path, options);
    requireNoFault(path, answer);
    if (answer.status === 200) note(path.split("?")[0] ?? path);
    return answer;
  };
  // Another person of an earlier world may not be the second one of this.
  await sql`update approval_request set status = 'replaced', decided_at = now() where status = 'pending'`.execute(db);
  const person = await aCaller(running, { permissions: PERMISSION_CODES });
  await aCaller(running, { permissions: PERMISSION_CODES });
  const customers = [await aCustomer(db), await aCustomer(db), await aCustomer(db)];
  // Two people made it before the story begins; the person does not know its secret.
  const others = await aService(running, SERVICE_SCOPES);
  const accounts = [person.id];
  const keys: Key[] = [];
  const sessions = new Map<string, Record<string, string>>();
  const as = async (account: number) => {
    const id = pick(accounts, account);
    const cookies = sessions.get(id) ?? (await cookiesOf(running, id));
    sessions.set(id, cookies);
    return { cookies };
  };
  return {
    customers,
    accounts,
    keys,
    credentialIds: [others.id],
    signInAgain: () => sessions.clear(),
    post: async (account, path, body) => call(`/api_v1${path}`, { method: "POST", body, ...(await as(account)) }),
    get: async (account, path) => call(`/api_v1${path}`, await as(account)),
    send: async (key, path, body) => {
      if (keys.length === 0) return undefined;
      const [address, text] = [`/api_v1/service/${path}`, JSON.stringify(body)];
      const signed = signRequest(pick(keys, key), { method: "POST", path: address, body: text, now: clock.now() });
      return call(address, { method: "POST", body: text, headers: { "sec-fetch-site": "", ...signed } });
    },
    readCreated: async () => {
      const ids = customers.map(({ id }) => String(id));
      const { rows } = await sql<{ created: bigint }>`
        select coalesce(sum(d_available), 0)::bigint as created from credit_movement
          where kind in ('grant', 'adjust', 'refund') and d_available > 0 and account_id = any(${ids}::bigint[])`.execute(
        db,
      );
      return Number(rows[0]?.created ?? 0);
    },
  };
};

export const keepSecret = (world: World, { status, body }: Answer): void => {
  if (status !== 200) return;
  const { credential, secret } = body as unknown as { credential: { id: string; key_id: string }; secret: string };
  world.keys.push({ keyId: credential.key_id, secret });
  if (!world.credentialIds.includes(credential.id)) world.credentialIds.push(credential.id);
};

export const scopesOf = (mask: number): ServiceScope[] => {
  const some = SERVICE_SCOPES.filter((_scope, place) => (mask & (1 << place)) !== 0);
  return some.length > 0 ? some : [...SERVICE_SCOPES];
};

export const customerOf = (world: World, index: number): string => pick(world.customers, index).email;
export const newKey = (): string => randomUUID();
