import type { Board } from "@dailies/contract";
import type { AxisResult, BoardResult } from "@dailies/statistics/board/board-result";
import type { BoardMaterial } from "../inputs/load-board-inputs.ts";

type Warning = Board["warnings"][number];
type Said = Pick<BoardMaterial, "axes" | "entries" | "judged" | "evaluation">;

/** Krippendorff's threshold, below which no conclusion should be drawn. */
const LEAST_ALPHA = 0.667;
/** With fewer prompts, bootstrap resampling says little about unseen prompts. */
const FEW_PROMPTS = 10;
const MAX_NAMES = 3;

const listNames = (names: readonly string[]): string => {
  const shown = names.slice(0, MAX_NAMES).map((name) => `'${name}'`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
};

const count = (n: number, thing: string): string => `${n} ${thing}${n === 1 ? "" : "s"}`;

const labelOf = ({ entries }: Said, entry: number): string => entries[entry]?.label ?? `${entry}`;

const CARRIED = {
  won_all: "won every comparison, so nothing tells by how much",
  lost_all: "lost every comparison, so nothing tells by how much",
  apart: "cannot be put on one scale with the others",
} as const;

const connectionWarnings = (said: Said, axis: AxisResult, name: string): Warning[] => {
  const kind = "not_connected";
  const parts = axis.groups.length;
  const split: Warning[] =
    axis.votes > 0 && parts > 1
      ? [
          {
            kind,
            message: `${name}: ${parts} groups were never compared with each other, so no rank holds between them`,
          },
        ]
      : [];
  const carried = (Object.keys(CARRIED) as (keyof typeof CARRIED)[]).flatMap((why): Warning[] => {
    const names = axis.entries.filter((entry) => entry.carried === why).map(({ entry }) => labelOf(said, entry));
    return names.length === 0 ? [] : [{ kind, message: `${name}: ${listNames(names)} ${CARRIED[why]}` }];
  });
  return [...split, ...carried];
};

const agreementWarning = (axis: AxisResult, name: string): Warning[] => {
  const alpha = axis.alpha?.value;
  if (alpha == null || alpha >= LEAST_ALPHA) return [];
  const message = `${name}: people agree too little (α ${alpha.toFixed(2)}, below ${LEAST_ALPHA}); its rubric needs other words`;
  return [{ kind: "low_agreement", message }];
};

const positionWarning = ({ position }: BoardResult): Warning[] => {
  if (!position || (position.low <= 0 && position.high >= 0)) return [];
  const side = position.value > 0 ? "A, on the left," : "B, on the right,";
  const message = `the clip shown as ${side} is chosen more often than it should be; sides are drawn, so ranks hold`;
  return [{ kind: "position_bias", message }];
};

const excludedWarning = ({ entries, evaluation }: Said): Warning[] => {
  const sum = (of: (entry: (typeof entries)[number]) => number): number =>
    entries.reduce((total, entry) => total + of(entry), 0);
  const excluded = sum(({ cellsExcluded }) => cellsExcluded);
  const failed = sum(({ cellsFailed }) => cellsFailed);
  const unreadable = evaluation.clipsFailed;
  if (excluded + failed + unreadable === 0) return [];
  const why = [
    ...(excluded > 0 ? [`${excluded} excluded by hand`] : []),
    ...(failed > 0 ? [`${failed} without a clip`] : []),
    ...(unreadable > 0 ? [`${unreadable} that could not be prepared`] : []),
  ];
  const message = `${excluded + failed + unreadable} of ${count(
    sum(({ cells }) => cells),
    "cell",
  )} are left out: ${why.join(", ")}`;
  return [{ kind: "excluded_cells", message }];
};

/** Points beyond which an interval says nothing about any prompts, so that their number is not what matters. */
const WIDE_POINTS = 200;

const isWide = ({ axes: [main] }: BoardResult): boolean =>
  main?.kind === "choice" && main.entries.some(({ score }) => score && (score.high - score.low) / 2 > WIDE_POINTS);

const fewPromptsWarning = (result: BoardResult): Warning[] => {
  const { method } = result;
  return method.votes > 0 && method.prompts < FEW_PROMPTS && !isWide(result)
    ? [
        {
          kind: "few_prompts",
          message: `only ${count(method.prompts, "prompt")} ${method.prompts === 1 ? "was" : "were"} judged: other prompts may say something else`,
        },
      ]
    : [];
};

const REASONS = {
  owner: "by the owner",
  member: "by members of the task",
  viewer: "by people who had seen its grid or results",
} as const;

const informedWarning = ({ judged: { informed }, evaluation }: Said): Warning[] => {
  const reasons = (["owner", "member", "viewer"] as const).filter((why) => informed[why] > 0);
  if (reasons.length === 0) return [];
  const all = reasons.reduce((total, why) => total + informed[why], 0);
  const what = reasons.map((why) => `${informed[why]} ${REASONS[why]}`).join(", ");
  const decision = evaluation.countsInformed ? "counted, as the owner decided" : "not counted";
  const message = `${count(all, "judgement")} by raters who could know the models, ${decision}: ${what}`;
  return [{ kind: "informed_judgements", message }];
};

const staleWarning = ({ judged: { staleJudgements } }: Said): Warning[] =>
  staleJudgements > 0
    ? [
        {
          kind: "stale_judgements",
          message: `not counted: ${count(staleJudgements, "judgement")} about clips that were made again or left out`,
        },
      ]
    : [];

/** What a reader must know before trusting the figures. */
export const findWarnings = (said: Said, result: BoardResult): Warning[] => [
  ...result.axes.flatMap((axis, at) => connectionWarnings(said, axis, said.axes[at]?.name ?? axis.key)),
  ...positionWarning(result),
  ...result.axes.flatMap((axis, at) =>
    said.axes[at]?.source === "human" ? agreementWarning(axis, said.axes[at].name) : [],
  ),
  ...excludedWarning(said),
  ...fewPromptsWarning(result),
  ...staleWarning(said),
  ...informedWarning(said),
];

/** Progress of judging, and the time of the figures if newer ones are being computed. */
export const stillJudging = (
  { votesDone, votesNeeded }: { readonly votesDone: number; readonly votesNeeded: number },
  olderFrom: string | undefined,
): Warning => {
  const far = `judging goes on: ${votesDone} of ${count(votesNeeded, "vote")} so far`;
  const message =
    olderFrom === undefined ? far : `${far}; these figures are from ${olderFrom}, newer ones are computed now`;
  return { kind: "still_judging", message };
};
