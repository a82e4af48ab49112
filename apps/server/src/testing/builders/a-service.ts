import { SERVICE_SCOPES, type ServiceScope } from "@dailies/contract";
import {
  createServiceSeal,
  provisionServiceCredential,
  type ServiceKey,
  signRequest,
} from "../../features/service-api/index.ts";
import { newId } from "../../platform/ids.ts";
import { programContext } from "../../request-context.ts";
import type { Answer, RunningApp } from "../rigs/start-app.ts";

export interface Service extends ServiceKey {
  readonly id: string;
  readonly name: string;
  /** Signs and sends a request, as the product's services do. */
  post(path: string, body: unknown): Promise<Answer>;
}

/** A service of the product with these scopes. */
export const aService = async (
  { db, config, clock, call }: RunningApp,
  scopes: readonly ServiceScope[] = SERVICE_SCOPES,
): Promise<Service> => {
  const deps = { db, seal: createServiceSeal(config.secretKeys) };
  const context = programContext("test", "test", clock.now());
  const { credential, secret } = await provisionServiceCredential(deps, context, {
    name: `service ${newId()}`,
    scopes,
  });
  const key = { keyId: credential.key_id, secret };
  return {
    ...key,
    id: credential.id,
    name: credential.name,
    post: (path, input) => {
      const body = JSON.stringify(input);
      // Not sent by a page of ours, so there is no `Sec-Fetch-Site`.
      const headers = { "sec-fetch-site": "", ...signRequest(key, { method: "POST", path, body, now: clock.now() }) };
      return call(path, { method: "POST", body, headers });
    },
  };
};
