export const PLAYER_MODES = ["side", "wipe", "flip", "difference"] as const;
export type PlayerMode = (typeof PLAYER_MODES)[number];

export interface ViewState {
  readonly mode: PlayerMode;
  /** The two overlaid clips, in every mode but the first. */
  readonly front: number;
  readonly back: number;
  /** The audible clip. */
  readonly sound: number | null;
  /** The visible share of the front clip in wipe mode, 0…1. */
  readonly wipeShare: number;
}

export type ViewAct =
  | { readonly act: "mode"; readonly mode: PlayerMode }
  | { readonly act: "nextMode" }
  | { readonly act: "number"; readonly index: number }
  | { readonly act: "front" | "back"; readonly index: number }
  | { readonly act: "swap" }
  | { readonly act: "sound"; readonly index: number | null }
  | { readonly act: "wipe"; readonly share: number };

export const firstView = (mode: PlayerMode): ViewState => ({ mode, front: 0, back: 1, sound: null, wipeShare: 0.5 });

const withFront = (view: ViewState, index: number): ViewState =>
  index === view.front ? view : { ...view, front: index, back: view.front };

const withBack = (view: ViewState, index: number): ViewState =>
  index === view.front ? { ...view, front: view.back, back: view.front } : { ...view, back: index };

export const changeView = (view: ViewState, action: ViewAct): ViewState => {
  switch (action.act) {
    case "mode":
      return { ...view, mode: action.mode };
    case "nextMode": {
      const next = (PLAYER_MODES.indexOf(view.mode) + 1) % PLAYER_MODES.length;
      return { ...view, mode: PLAYER_MODES[next] ?? "side" };
    }
    case "number":
      if (view.mode === "flip") return withFront(view, action.index);
      return { ...view, sound: view.sound === action.index ? null : action.index };
    case "front":
      return withFront(view, action.index);
    case "back":
      return withBack(view, action.index);
    case "swap":
      return { ...view, front: view.back, back: view.front };
    case "sound":
      return { ...view, sound: action.index };
    case "wipe":
      return { ...view, wipeShare: Math.min(1, Math.max(0, action.share)) };
  }
};

export type ClipLayer = "tile" | "front" | "back" | "hidden";

export const layerOf = ({ mode, front, back }: ViewState, index: number): ClipLayer => {
  if (mode === "side") return "tile";
  if (index === front) return "front";
  return index === back && mode !== "flip" ? "back" : "hidden";
};

/** Nearly square, avoiding a single clip in the last row if possible. */
export const columnsFor = (clips: number): number => {
  if (clips === 4) return 2;
  return Math.min(clips, 3);
};
