import type { Board, boardPromptDetail } from "@dailies/contract";
import type { z } from "zod";

export type OpenPrompt = z.output<typeof boardPromptDetail>;
export type PromptClip = OpenPrompt["clips"][number];

/** Column labels by entry number of this leaderboard. */
export const labelsOf = (board: Board): ((entry: number) => string) => {
  const entries = (board.total ?? board.axes[0])?.entries ?? [];
  const labels = new Map(entries.map(({ entry, label }) => [entry, label]));
  return (entry) => labels.get(entry) ?? `#${entry + 1}`;
};

export const clipKey = ({ entry, sample }: PromptClip): string => `${entry}.${sample}`;

/** The name, with the sample number if a column has several clips. */
export const clipName = (clip: PromptClip, clips: readonly PromptClip[], label: string): string =>
  clips.some(({ entry, sample }) => entry === clip.entry && sample !== clip.sample)
    ? `${label} · ${clip.sample + 1}`
    : label;
