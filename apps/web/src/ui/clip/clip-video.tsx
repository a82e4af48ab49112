import { useEffect, useRef } from "react";
import { claimVideo } from "./live-videos.ts";

interface ClipVideoProps {
  name: string;
  media: string;
  poster: string | undefined;
  /** Another clip needs the room, or the reader has stopped it. */
  onStop: () => void;
  onFail: () => void;
}

/** The one place that makes a video element: counted while it lives, and empty-handed when it goes. */
export const ClipVideo = ({ name, media, poster, onStop, onFail }: ClipVideoProps) => {
  const element = useRef<HTMLVideoElement>(null);
  const latest = useRef(onStop);
  latest.current = onStop;

  useEffect(() => {
    const video = element.current;
    const release = claimVideo(() => latest.current());
    video?.focus();
    return () => {
      release();
      video?.pause();
      // Without its address the browser lets go of the decoder and of the connection.
      video?.removeAttribute("src");
      video?.load();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useMediaCaption: what is shown is the reader's own footage, which has no captions.
    <video
      ref={element}
      className="ds-clip-video"
      src={media}
      poster={poster}
      aria-label={name}
      controls
      autoPlay
      playsInline
      onError={onFail}
    />
  );
};
