import { SERVICE_SCOPES } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { type ServiceKey, signRequest } from "../../apps/server/src/features/service-api/index.ts";
import { currentRun } from "../environment.ts";
import { callFrom } from "./call.ts";

/** A machine of the product, let in by the page's own person. */
export interface Machine {
  tell: <Reply = unknown>(path: string, body: object) => Promise<Reply>;
}

const send = async <Reply>(key: ServiceKey, path: string, body: object): Promise<Reply> => {
  const bytes = JSON.stringify(body);
  const address = `/api_v1/service/${path}`;
  const headers = signRequest(key, { method: "POST", path: address, body: bytes });
  const response = await fetch(`${currentRun().origin}${address}`, { method: "POST", headers, body: bytes });
  const reply = await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${reply}`);
  return JSON.parse(reply) as Reply;
};

export const letMachineIn = async (page: Page): Promise<Machine> => {
  const { credential, secret } = await callFrom<{ credential: { key_id: string }; secret: string }>(
    page,
    "/admin/tools/service_credentials/create",
    { name: `story ${Date.now().toString(36)}`, scopes: SERVICE_SCOPES },
  );
  return { tell: (path, body) => send({ keyId: credential.key_id, secret }, path, body) };
};
