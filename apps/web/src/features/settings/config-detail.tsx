import type { ConfigItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Detail } from "../../ui/detail.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ConfigEditor } from "./editor/config-editor.tsx";
import { configQuery } from "./settings.queries.ts";
import { useConfigParams } from "./use-config-params.ts";

const WIDTH_PX = 760;

/** Drawer for one key; the key and the tab are in the URL. */
export const ConfigDetail = ({ items }: { items: readonly ConfigItem[] }) => {
  const { t } = useTranslation();
  const { key, move, close } = useConfigParams();
  const { data, error, refetch } = useQuery({ ...configQuery(key ?? ""), enabled: key !== undefined });
  const index = items.findIndex((item) => item.key === key);
  const step = (to: number): (() => void) | undefined => {
    const item = index < 0 ? undefined : items[to];
    return item && (() => move(item.key));
  };
  return (
    <Detail
      isOpen={key !== undefined}
      title={key ?? ""}
      widthPx={WIDTH_PX}
      onClose={close}
      onPrevious={step(index - 1)}
      onNext={step(index + 1)}
      position={index < 0 ? undefined : { index: index + 1, total: items.length }}
      isLoading={data === undefined}
      error={data === undefined ? error : undefined}
      onRetry={() => void refetch()}
    >
      {data ? (
        <ConfigEditor key={data.key} item={data} onGone={close} />
      ) : (
        <EmptyState
          picture="lens"
          title={t("settings.detail.missing", { key: key ?? "" })}
          action={<Button onClick={close}>{t("settings.detail.backToList")}</Button>}
        >
          {t("settings.detail.missingHint")}
        </EmptyState>
      )}
    </Detail>
  );
};
