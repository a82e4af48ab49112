import { assetsRoutes } from "@dailies/contract/assets/routes";
import { addressOf } from "@dailies/contract/route-address";
import { useTranslation } from "react-i18next";
import { Clip } from "../../ui/clip/clip.tsx";

/** Plays an example of a question from its asset: for `renderExample`. */
export const ExampleClip = ({ assetId, kind }: { assetId: string; kind: "good" | "bad" }) => {
  const { t } = useTranslation();
  return (
    <Clip
      name={t(`shared.answerForm.${kind}`)}
      notice={t(`shared.answerForm.play.${kind}`)}
      media={addressOf(assetsRoutes.downloadAsset, { query: { id: assetId } })}
    />
  );
};
