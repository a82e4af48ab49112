import type { ProjectTaskItem } from "@dailies/contract";
import { useState } from "react";
import { KindIcon } from "../media/poster.tsx";
import styles from "./project.module.css";

interface CoverProps {
  task: ProjectTaskItem;
  onFault: () => void;
}

/** The first output as a thumbnail; the row next to it describes it in text. */
export const Cover = ({ task: { cover }, onFault }: CoverProps) => {
  const [failed, setFailed] = useState<string>();
  if (!cover) return <span className={styles.cover} />;
  const picture = cover.poster_url ?? (cover.kind === "image" ? cover.url : null);
  return (
    <span className={styles.cover}>
      {picture === null || picture === failed ? (
        <KindIcon kind={cover.kind} />
      ) : (
        <img
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => {
            setFailed(picture);
            onFault();
          }}
        />
      )}
    </span>
  );
};
