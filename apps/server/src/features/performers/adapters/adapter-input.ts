import type { FieldValue, InputRole } from "@dailies/contract";
import type { AssetUrl } from "../performers-deps.ts";
import type { AdapterCall } from "../requests/adapter.ts";

const ASSET_ROLES = ["image", "video", "audio"] as const satisfies readonly InputRole[];

/** Whether this input is an asset id, which the performer gets as a signed URL. */
export const isAssetInput = (call: AdapterCall, key: string): boolean =>
  typeof call.input[key] === "string" && ASSET_ROLES.some((role) => call.roles.get(role) === key);

/** The values as sent: with the job's seed, and signed URLs in place of asset ids. */
export const valuesToSend = async (call: AdapterCall, assetUrl: AssetUrl): Promise<Record<string, FieldValue>> => {
  const values = withSeed(call);
  for (const [key, value] of Object.entries(values)) {
    if (isAssetInput(call, key) && value !== "") values[key] = await assetUrl(String(value));
  }
  return values;
};

/** The same for display: assets stay ids. */
export const valuesToShow = (call: AdapterCall): Record<string, FieldValue> => {
  const values = withSeed(call);
  for (const [key, value] of Object.entries(values)) {
    if (isAssetInput(call, key) && value !== "") values[key] = `asset:${String(value)}`;
  }
  return values;
};

const withSeed = (call: AdapterCall): Record<string, FieldValue> => {
  const seedKey = call.roles.get("seed");
  const seed = seedKey !== undefined && call.seed !== undefined ? { [seedKey]: call.seed } : {};
  return { ...call.input, ...seed };
};
