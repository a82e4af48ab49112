import type { AssetProbe, DeliveryWarning, InputValues, PerformerInput } from "@dailies/contract";
import { readNumber } from "./cost.rules.ts";
import { fitsSize, readSize } from "./picture-size.rules.ts";
import { rolesOf } from "./resolve-input.rules.ts";

const LENGTH_TOLERANCE_S = 0.1;
const FPS_TOLERANCE = 0.005;

type Finding = DeliveryWarning | undefined;

/** Compares the output with the request. Only requested properties can be missed. */
export const compareDelivered = (
  inputSchema: readonly PerformerInput[],
  values: InputValues,
  probe: AssetProbe,
): DeliveryWarning[] => {
  const roles = rolesOf(inputSchema);
  const asked = (role: "seconds" | "size" | "fps" | "audio") => values[roles.get(role) ?? ""];
  const findings = [
    compareSeconds(readNumber(asked("seconds")), probe),
    compareSize(asked("size"), probe),
    compareFps(readNumber(asked("fps")), probe),
    compareAudio(asked("audio"), probe),
  ];
  return findings.filter((finding) => finding !== undefined);
};

const compareSeconds = (asked: number | undefined, { duration, fps }: AssetProbe): Finding => {
  if (asked === undefined || duration === null) return undefined;
  const tolerance = Math.max(fps ? 1 / fps : 0, LENGTH_TOLERANCE_S);
  // Tolerate floating-point error.
  if (Math.abs(duration - asked) <= tolerance + 1e-6) return undefined;
  return { field: "seconds", asked: `${asked} s`, got: `${round(duration)} s` };
};

const compareSize = (value: unknown, { width, height }: AssetProbe): Finding => {
  const asked = readSize(value);
  if (asked === undefined || width === null || height === null || fitsSize(asked, { width, height })) return undefined;
  return { field: "size", asked: String(value).trim(), got: `${width}x${height}` };
};

const compareFps = (asked: number | undefined, { fps }: AssetProbe): Finding => {
  if (asked === undefined || fps === null || Math.abs(fps - asked) <= asked * FPS_TOLERANCE) return undefined;
  return { field: "fps", asked: String(asked), got: String(round(fps)) };
};

const compareAudio = (asked: unknown, { audio }: AssetProbe): Finding => {
  const wantsSound = asked === true || (typeof asked === "string" && asked !== "");
  return wantsSound && audio === null ? { field: "audio", asked: "sound", got: "no sound" } : undefined;
};

const round = (value: number): number => Math.round(value * 100) / 100;
