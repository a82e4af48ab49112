import { useEffect, useRef } from "react";
import { claimVideo } from "../../../ui/clip/live-videos.ts";
import styles from "./cell.module.css";

interface CellVideoProps {
  media: string;
  /** Called when the video limit needs the slot, or when the clip does not play. */
  onStop: () => void;
}

/** Plays a clip in its cell, muted and looped; counts towards the limit of live videos on the page. */
export const CellVideo = ({ media, onStop }: CellVideoProps) => {
  const element = useRef<HTMLVideoElement>(null);
  const latest = useRef(onStop);
  latest.current = onStop;

  useEffect(() => {
    const video = element.current;
    const release = claimVideo(() => latest.current());
    return () => {
      release();
      video?.pause();
      // Removing `src` makes the browser release the decoder and the connection.
      video?.removeAttribute("src");
      video?.load();
    };
  }, []);

  return (
    <video
      ref={element}
      className={styles.video}
      src={media}
      muted
      loop
      autoPlay
      playsInline
      aria-hidden="true"
      tabIndex={-1}
      onError={onStop}
    />
  );
};
