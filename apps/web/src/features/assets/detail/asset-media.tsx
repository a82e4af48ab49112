import type { AssetDetail } from "@dailies/contract";
import { AssetClip } from "../asset-clip.tsx";
import styles from "./detail.module.css";

/** Plays, shows or sounds; what can do neither stands as a tile with its kind. */
export const AssetMedia = ({ asset }: { asset: AssetDetail }) => {
  const { kind, media_url: media, name } = asset;
  if (kind === "image" && media) return <img className={styles.picture} src={media} alt={name} />;
  if (kind === "audio" && media) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what sounds is the reader's own recording, which has no captions.
      <audio className={styles.sound} src={media} controls preload="metadata" aria-label={name} />
    );
  }
  return <AssetClip item={asset} media={media} />;
};
