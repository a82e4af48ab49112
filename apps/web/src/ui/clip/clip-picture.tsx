import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ClipSprite, tileStyle } from "./sprite.ts";

interface ClipPictureProps {
  poster?: string | null;
  sprite?: ClipSprite | null;
  notice?: string;
  icon?: ReactNode;
  tile: number | undefined;
  onFault?: () => void;
  onShown?: (poster: HTMLImageElement) => void;
  onSpriteShown?: (sprite: HTMLImageElement) => void;
}

/** The poster, the sprite tile under the pointer, or the notice in their place. */
export const ClipPicture = (props: ClipPictureProps) => {
  const { poster, sprite, notice, icon, tile, onFault, onShown, onSpriteShown } = props;
  const { t } = useTranslation();
  const [failedPoster, setFailedPoster] = useState<string>();
  const hasFailed = poster === failedPoster;
  return (
    <>
      {poster && !hasFailed ? (
        <img
          className="ds-clip-poster"
          src={poster}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={({ currentTarget }) => onShown?.(currentTarget)}
          onError={() => {
            setFailedPoster(poster);
            onFault?.();
          }}
        />
      ) : (
        <span className="ds-clip-blank">
          {icon}
          <span>{notice ?? t(poster ? "ui.clip.posterFailed" : "ui.clip.noPoster")}</span>
        </span>
      )}
      {sprite && tile !== undefined ? (
        <span className="ds-clip-tile" data-tile={tile} style={tileStyle(sprite, tile)}>
          {/* A background image reports nothing, so the sheet is also loaded as an image. */}
          {onSpriteShown ? (
            <img hidden src={sprite.url} alt="" onLoad={({ currentTarget }) => onSpriteShown(currentTarget)} />
          ) : null}
        </span>
      ) : null}
    </>
  );
};
