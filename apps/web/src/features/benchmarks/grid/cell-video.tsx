import { useEffect, useRef } from "react";
import { claimVideo } from "../../../ui/clip/live-videos.ts";
import styles from "./cell.module.css";

interface CellVideoProps {
  media: string;
  /** Others need the room, or the clip does not play. */
  onStop: () => void;
}

/** A clip that plays in its cell, silent and over and over; counted among the living videos of the page. */
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
      // Without its address the browser lets go of the decoder and of the connection.
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
