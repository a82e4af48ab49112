import { type AssetDetail, assetTag } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { tagsQuery, useUpdateAssets } from "../assets.queries.ts";
import styles from "./detail.module.css";

/** Returns the valid tags in the input. */
export const cleanTags = (typed: readonly string[]): string[] =>
  [...new Set(typed.map((tag) => tag.trim()))].filter((tag) => assetTag.safeParse(tag).success);

export const useTagOptions = (): { value: string; label: string }[] =>
  (useQuery(tagsQuery).data?.items ?? []).map(({ tag }) => ({ value: tag, label: tag }));

/** Saves each change immediately and sends only the added and removed tags. */
export const TagsEditor = ({ asset }: { asset: AssetDetail }) => {
  const { t } = useTranslation();
  const options = useTagOptions();
  const { mutate, isPending, variables } = useUpdateAssets();
  const removed = new Set(isPending ? variables.remove_tags : []);
  const shown = [...asset.tags, ...((isPending && variables.add_tags) || [])].filter((tag) => !removed.has(tag));
  const save = (typed: string[]): void => {
    const next = cleanTags(typed);
    const add_tags = next.filter((tag) => !asset.tags.includes(tag));
    const remove_tags = asset.tags.filter((tag) => !next.includes(tag));
    if (add_tags.length + remove_tags.length > 0) mutate({ ids: [asset.id], add_tags, remove_tags });
  };
  return (
    <Select
      mode="tags"
      className={styles.tags}
      aria-label={t("assets.tags")}
      placeholder={t("assets.tagging.placeholder")}
      value={[...new Set(shown)]}
      options={options}
      maxTagTextLength={40}
      onChange={save}
    />
  );
};
