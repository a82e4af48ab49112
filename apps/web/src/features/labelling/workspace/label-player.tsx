import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Deck } from "../../../shared/leased-work/clips/deck.tsx";
import { PlayerBar } from "../../../shared/synced-player/player-bar.tsx";
import { PlayerOptions } from "../../../shared/synced-player/player-options.tsx";
import type { PlayerClip } from "../../../shared/synced-player/types.ts";
import type { PlayerHandle } from "../../../shared/synced-player/use-player.ts";
import { firstView } from "../../../shared/synced-player/view-state.ts";
import { SegmentTimeline } from "../segments/segment-timeline.tsx";
import { type ClipItem, isVideo, keyWords, mediaOf, pairKeysOf } from "./clip-item.ts";
import type { ItemView } from "./use-item-view.ts";
import styles from "./workspace.module.css";

interface LabelPlayerProps {
  /** In one's hands; the first is shown, and the next one is loaded ahead. */
  items: readonly ClipItem[];
  item: ClipItem;
  view: ItemView;
  /** The names of fields with segments, by key. */
  fieldNames: ReadonlyMap<string, string>;
  /** Called for each frame that was shown. */
  onSeen?: (item: ClipItem, video: HTMLVideoElement, frameS: number) => void;
}

const ALONE = firstView("side");

const LETTERS = ["A", "B"] as const;
const clipTitle = ({ item, item_key }: ClipItem, t: TFunction): string =>
  item_key === null ? `${item}` : keyWords(item_key, t);

/** Two clips are called A and B, with their keys where these are no secret. */
const titlesOf = (item: ClipItem, t: TFunction): readonly string[] => {
  if (!item.other_media) return [clipTitle(item, t)];
  const keys = pairKeysOf(item);
  return LETTERS.map((letter, at) => (keys ? `${letter} · ${keyWords(keys[at] ?? "", t)}` : letter));
};

const clipsOf = (item: ClipItem, t: TFunction): readonly PlayerClip[] =>
  isVideo(item)
    ? mediaOf(item).map(({ url, fps }, at) => ({
        id: LETTERS[at] ?? "",
        title: titlesOf(item, t)[at] ?? "",
        media_url: url,
        ...(fps !== null && { fps }),
      }))
    : [];

/** The clip with its clock, and the segments below it. Shortcuts are bound by the page. */
export const LabelPlayer = (props: LabelPlayerProps) => {
  const { t } = useTranslation();
  const { item, view } = props;
  return (
    <section
      ref={view.stage}
      className={styles.player}
      aria-label={t("labelling.work.stage")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page's shortcuts need an initial focus target.
      tabIndex={0}
    >
      {isVideo(item) ? <Video {...props} /> : <StillMedia item={item} />}
    </section>
  );
};

const keysHintOf = (clips: number, editors: number) => {
  if (clips > 1) return "labelling.pairs.playerKeys";
  return editors > 0 ? "labelling.work.segmentKeys" : "labelling.work.playerKeys";
};

const Video = ({ items, item, view, fieldNames, onSeen }: LabelPlayerProps) => {
  const { t } = useTranslation();
  const { player, cache, onHandle, changeClips } = view;
  const clips = clipsOf(item, t);
  const layout = clips.length > 1 ? view.clips : ALONE;
  const noteSeen = (seen: ClipItem, [video]: readonly HTMLVideoElement[], { fps }: PlayerHandle): void => {
    if (video) onSeen?.(seen, video, 1 / fps);
  };
  return (
    <>
      <Deck
        items={items.filter(isVideo)}
        cache={cache}
        clipsOf={(shown) => clipsOf(shown, t)}
        view={layout}
        onView={changeClips}
        onFrame={noteSeen}
        onHandle={onHandle}
      />
      {player ? <PlayerBar player={player} isToScale={view.editors.size > 0} /> : <div className={styles.barPlace} />}
      {player
        ? [...view.editors].map(([key, editor]) => (
            <SegmentTimeline key={key} name={fieldNames.get(key) ?? key} editor={editor} player={player} />
          ))
        : null}
      <PlayerOptions
        clips={clips}
        view={layout}
        onView={changeClips}
        player={player}
        keysHint={t(keysHintOf(clips.length, view.editors.size))}
      />
    </>
  );
};

const StillMedia = ({ item }: { item: ClipItem }) => {
  const { t } = useTranslation();
  const all = mediaOf(item);
  if (all.length === 0) return <p className={styles.noMedia}>{t("labelling.work.noMedia", { type: "" })}</p>;
  return (
    <div className={styles.stills}>
      {all.map(({ url, content_type }, at) =>
        content_type.startsWith("image/") ? (
          <figure key={url} className={styles.still}>
            <img className={styles.picture} src={url} alt={titlesOf(item, t)[at] ?? ""} />
            {all.length > 1 ? <figcaption>{titlesOf(item, t)[at]}</figcaption> : null}
          </figure>
        ) : (
          <p key={url} className={styles.noMedia}>
            {t("labelling.work.otherMedia", { type: content_type })}
          </p>
        ),
      )}
    </div>
  );
};

/** Whether a clip cannot be played, so that it can be reported. */
export const cannotPlay = ({ player }: ItemView): boolean =>
  Object.values(player?.snapshot.states ?? {}).some((state) => state === "failed" || state === "lost");
