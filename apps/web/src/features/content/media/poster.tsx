import { AudioOutlined, FolderOutlined, PictureOutlined, VideoCameraOutlined } from "@ant-design/icons";
import type { ContentFile, FavoriteItem } from "@dailies/contract";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Clip } from "../../../ui/clip/clip.tsx";

type MediaKind = FavoriteItem["assets_type"];

const ICONS: Record<MediaKind, React.ReactNode> = {
  video: <VideoCameraOutlined aria-hidden="true" />,
  image: <PictureOutlined aria-hidden="true" />,
  audio: <AudioOutlined aria-hidden="true" />,
  project: <FolderOutlined aria-hidden="true" />,
};

export const KindIcon = ({ kind }: { kind: MediaKind }) => ICONS[kind];

/** An image is its own poster. */
const posterOf = (file: ContentFile | null): string | null =>
  file && (file.poster_url ?? (file.kind === "image" ? file.url : null));

interface PosterProps {
  name: string;
  kind: MediaKind;
  file: ContentFile | null;
  onFault: () => void;
}

/** The still image of a list item. Lists do not play clips, because many players would be too heavy. */
export const Poster = memo(({ name, kind, file, onFault }: PosterProps) => {
  const { t } = useTranslation();
  const poster = posterOf(file);
  return (
    <Clip
      name={name}
      poster={poster}
      durationS={file?.duration_s}
      notice={poster === null ? t(`content.type.${kind}`) : undefined}
      icon={ICONS[kind]}
      onFault={onFault}
    />
  );
});
