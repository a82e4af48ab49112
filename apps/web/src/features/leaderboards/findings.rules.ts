import type { Board, BoardAxis } from "@dailies/contract";
import { longerSide, mainAxis, rankedFirst } from "./board.rules.ts";

type Needed = Board["needed"][number];

/** Points beyond which a score says nothing yet: the stronger of two models could as well be the weaker. */
export const WIDE_POINTS = 200;

export type PairFinding = { readonly a: number; readonly b: number } & (
  | { readonly kind: "separate"; readonly votes: number }
  | { readonly kind: "tell" | "tellWithPrompts"; readonly votes: number; readonly points: number }
  | { readonly kind: "close"; readonly points: number }
);

/** "About 567" claims a precision that no estimate has: two digits are kept. */
export const roundVotes = (votes: number): number => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, votes))) - 1);
  return Math.round(votes / unit) * unit;
};

/**
 * What to say about two models that share a rank. Only intervals that could tell the stated difference allow the claim that
 * the models are close; with wide ones the estimated difference itself is noise, so the stated difference is used instead.
 */
export const pairFinding = ({ a, b, votes, resolution, tell }: Needed): PairFinding => {
  const isUnknown = resolution === null || resolution > WIDE_POINTS;
  const canTell = tell.votes === 0 || (resolution !== null && resolution <= tell.points);
  if (votes !== null && !isUnknown) return { kind: "separate", a, b, votes: roundVotes(votes) };
  if (canTell) return { kind: "close", a, b, points: tell.points };
  const kind = tell.needs_prompts ? "tellWithPrompts" : "tell";
  return { kind, a, b, votes: roundVotes(tell.votes), points: tell.points };
};

/** The least certain score of the pairwise choice, if it is too wide to mean anything. */
export const widestOf = (board: Board): number | undefined => {
  const axis = mainAxis(board);
  if (axis?.kind !== "choice") return undefined;
  const widest = Math.max(0, ...axis.entries.flatMap(({ score }) => (score ? [longerSide(score)] : [])));
  return widest > WIDE_POINTS ? widest : undefined;
};

/** How many judgements carry the first place; nothing where it is shared, because then nobody holds it. */
export const fragilityOf = ({ fragility }: Board, axis: BoardAxis | undefined): Board["fragility"] =>
  fragility && fragility.votes > 0 && axis && rankedFirst(axis).length === 1 ? fragility : null;
