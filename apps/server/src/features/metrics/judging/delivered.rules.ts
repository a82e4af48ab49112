import type { AssetProbe, InputValues, PerformerInput } from "@dailies/contract";
import { compareDelivered, rolesOf } from "../../performers/index.ts";
import type { Finding } from "../measuring/figures.rules.ts";

/** The request, in the performer's own fields. */
export interface Request {
  readonly inputSchema: readonly PerformerInput[];
  readonly values: InputValues;
}

const CHECKED_ROLES = ["seconds", "size", "fps", "audio"] as const;
const FRAMES_TOLERANCE_S = 0.1;

const isAsked = (value: unknown): boolean => value !== undefined && value !== "" && value !== false;

/** Uses decoded frames: the header of a file may claim more than it has. */
const compareFrames = (asked: { seconds: number; fps: number }, frames: number) => {
  const wanted = Math.round(asked.seconds * asked.fps);
  const tolerance = Math.max(1, asked.fps * FRAMES_TOLERANCE_S);
  return Math.abs(frames - wanted) <= tolerance
    ? undefined
    : { field: "frames", asked: `${wanted} frames`, got: `${frames} frames` };
};

/** The share of the request that was delivered. */
export const compareRequest = (request: Request | undefined, probe: AssetProbe, frames: number): Finding => {
  if (!request) return { value: null, detail: { reason: "what was asked for is not known" } };
  const roles = rolesOf(request.inputSchema);
  const askedFor = (role: (typeof CHECKED_ROLES)[number]) => request.values[roles.get(role) ?? ""];
  const asked: string[] = CHECKED_ROLES.filter((role) => isAsked(askedFor(role)));
  const missed: { field: string; asked: string; got: string }[] = compareDelivered(
    request.inputSchema,
    request.values,
    probe,
  );
  const [seconds, fps] = [Number(askedFor("seconds")), Number(askedFor("fps"))];
  if (seconds > 0 && fps > 0) {
    asked.push("frames");
    const fault = compareFrames({ seconds, fps }, frames);
    if (fault) missed.push(fault);
  }
  if (asked.length === 0) return { value: null, detail: { reason: "no length, size, rate or sound was asked for" } };
  return { value: 1 - missed.length / asked.length, detail: { asked, missed } };
};
