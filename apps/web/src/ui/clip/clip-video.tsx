import { useEffect, useRef } from "react";
import { claimVideo } from "./live-videos.ts";

interface ClipVideoProps {
  name: string;
  media: string;
  poster: string | undefined;
  /** Started by the page and not by the reader: silent, over and over, and without taking the focus. */
  isUnasked?: boolean;
  /** Another clip needs the room, or the reader has stopped it. */
  onStop: () => void;
  onFail: () => void;
}

/** The one place that makes a video element: counted while it lives, and empty-handed when it goes. */
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
      // Without its address the browser lets go of the decoder and of the connection.
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
