import { useEffect, useRef } from "react";
import { claimVideo } from "./live-videos.ts";

interface ClipVideoProps {
  name: string;
  media: string;
  poster: string | undefined;
  /** Autoplayed: muted, looped, and without taking the focus. */
  isUnasked?: boolean;
  /** Called when the video limit needs the slot, or the user stopped it. */
  onStop: () => void;
  onFail: () => void;
}

/** The only component that creates a video element: counted while mounted, and released on unmount. */
export const ClipVideo = ({ name, media, poster, isUnasked = false, onStop, onFail }: ClipVideoProps) => {
  const element = useRef<HTMLVideoElement>(null);
  const latest = useRef(onStop);
  latest.current = onStop;

  useEffect(() => {
    const video = element.current;
    const release = claimVideo(() => latest.current());
    if (!isUnasked) video?.focus();
    return () => {
      release();
      video?.pause();
      // Removing `src` makes the browser release the decoder and the connection.
      video?.removeAttribute("src");
      video?.load();
    };
  }, [isUnasked]);

  return (
    <video
      ref={element}
      className="ds-clip-video"
      src={media}
      poster={poster}
      aria-label={name}
      controls
      autoPlay
      muted={isUnasked}
      loop={isUnasked}
      playsInline
      onError={onFail}
    />
  );
};
