import type { DatasetRow } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CaptionVariants } from "./caption-variants.tsx";
import { ColumnList } from "./column-list.tsx";
import { ContactSheet } from "./contact-sheet.tsx";
import styles from "./drawer.module.css";
import { ItemMedia } from "./item-media.tsx";
import { Part } from "./part.tsx";
import { RawJson } from "./raw-json.tsx";
import { SimilarStrip } from "./similar-strip.tsx";
import { type UsedIn, UsedInList } from "./used-in-list.tsx";

interface ItemBodyProps {
  item: DatasetRow;
  usedIn: readonly UsedIn[];
  hasSimilar: boolean;
}

export const ItemBody = ({ item, usedIn, hasSimilar }: ItemBodyProps) => {
  const { t } = useTranslation();
  const [seek, setSeek] = useState<{ timeS: number }>();
  return (
    <div className={styles.body}>
      <ItemMedia item={item} seek={seek} />
      <ContactSheet item={item} onSeek={(timeS) => setSeek({ timeS })} />
      <CaptionVariants item={item} />
      <Part title={t("datasetItems.drawer.columns")}>
        <ColumnList item={item} />
      </Part>
      {hasSimilar ? (
        <Part title={t("datasetItems.drawer.similar")}>
          <SimilarStrip ordinal={item.ordinal} />
        </Part>
      ) : null}
      <Part title={t("datasetItems.drawer.usedIn")}>
        <UsedInList usedIn={usedIn} />
      </Part>
      <RawJson item={item} />
    </div>
  );
};
