import { type PictureOf, usePicture } from "./use-picture.ts";

interface PosterProps {
  picture: Omit<PictureOf, "what">;
  className: string | undefined;
}

/** A poster without a frame of its own; nothing is shown until it is rendered. */
export const Poster = ({ picture, className }: PosterProps) => {
  const { url, hasFailed, onLoad, onError } = usePicture({ ...picture, what: "poster" });
  if (hasFailed) return null;
  return (
    <img
      className={className}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={({ currentTarget }) => onLoad(currentTarget)}
      onError={onError}
    />
  );
};
