import { type ComponentType, Suspense } from "react";
import { lazyPart } from "../../lib/lazy-part.ts";
import { loadWithWords } from "../../lib/load-words.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import type { AssetInputProps } from "./asset-input.tsx";
import type { AssetPickerProps } from "./asset-picker.tsx";

/** Loaded with the first form that takes an asset, together with the upload queue and the strings. */
const withWords = <T,>(load: () => Promise<T>): Promise<T> => loadWithWords(["assetPicker"], load);

const waiting = <Props extends object>(Part: ComponentType<Props>) => {
  const Waiting = (props: Props) => (
    <Suspense fallback={<Skeleton rows={2} />}>
      <Part {...props} />
    </Suspense>
  );
  return Waiting;
};

const loadInput = () => withWords(() => import("./asset-input.tsx"));

export const AssetInput: ComponentType<AssetInputProps> = waiting(lazyPart(async () => (await loadInput()).AssetInput));
export const ChosenAsset = waiting(lazyPart(async () => (await loadInput()).ChosenAsset));
export const AssetPicker: ComponentType<AssetPickerProps> = waiting(
  lazyPart(async () => (await withWords(() => import("./asset-picker.tsx"))).AssetPicker),
);
