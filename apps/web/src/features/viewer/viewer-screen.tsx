import { FolderOpenOutlined } from "@ant-design/icons";
import type { ViewerHeader } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { chosenDatasetQuery } from "../../shared/dataset-choice/dataset-choice.queries.ts";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { ChooseSet } from "./open/choose-set.tsx";
import { OpenFault } from "./open/open-fault.tsx";
import { OpenedSet } from "./set/opened-set.tsx";
import { SetActions } from "./set/set-actions.tsx";
import { useViewerUrlState } from "./use-viewer-url-state.ts";
import { countingQuery, isCounted, type SetAddress, setQuery } from "./viewer.queries.ts";

/** View state to reset when another dataset is opened. */
const FROM_THE_START = { i: 0, at: 0, draw: 0, mode: "inspect", column: undefined, panel: undefined } as const;

/** Views training shards directly from storage. */
export const Component = () => {
  const urlState = useViewerUrlState();
  const { uri, dataset } = urlState.values;
  const open = (address: SetAddress): void =>
    urlState.set({ ...FROM_THE_START, uri: address.uri, dataset: address.dataset });
  if (uri === undefined && dataset === undefined) return <ChooseSet onOpen={open} />;
  return <OneSet key={`${uri ?? ""} ${dataset ?? ""}`} urlState={urlState} address={{ uri, dataset }} onOpen={open} />;
};

interface OneSetProps {
  urlState: ReturnType<typeof useViewerUrlState>;
  address: SetAddress;
  onOpen: (address: SetAddress) => void;
}

const OneSet = ({ urlState, address, onOpen }: OneSetProps) => {
  const { t } = useTranslation();
  const found = useQuery(setQuery(address));
  const counting = useCounting(found.data);
  const header = counting.data ?? found.data;
  const registered = useQuery(chosenDatasetQuery(header?.dataset_id ?? address.dataset));
  const title = (): string => {
    if (header === undefined || registered.isLoading) return t("screens.sdv.title");
    return registered.data?.name ?? nameOf(header.uri);
  };
  const leave = (): void => urlState.clear();
  return (
    <Page
      title={title()}
      about={t("screens.sdv.purpose")}
      action={header ? <SetActions urlState={urlState} onLeave={leave} /> : <OpenAnother onClick={leave} />}
    >
      {counting.error ? (
        <ErrorPanel
          isCompact
          title={t("viewer.facts.countingFailed")}
          error={counting.error}
          onRetry={() => void counting.refetch()}
        />
      ) : null}
      {header ? <OpenedSet header={header} urlState={urlState} /> : null}
      {found.error ? (
        <OpenFault
          uri={address.uri}
          error={found.error}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
          onOpen={(uri) => onOpen({ uri })}
        />
      ) : null}
      {found.isPending ? <Skeleton rows={14} /> : null}
    </Page>
  );
};

/** Also while a dataset opens or cannot be opened: a wrong URI is no dead end. */
const OpenAnother = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation();
  return (
    <Button icon={<FolderOpenOutlined aria-hidden="true" />} onClick={onClick}>
      {t("viewer.actions.another")}
    </Button>
  );
};

/** The updated header of a dataset that was opened before all samples were counted. */
const useCounting = (opened: ViewerHeader | undefined) =>
  useQuery({ ...countingQuery(opened?.handle ?? ""), enabled: opened !== undefined && !isCounted(opened) });

/** The folder name describes a dataset better than its index file. */
const nameOf = (uri: string): string => {
  const parts = uri
    .replace(/^s3:\/\//, "")
    .split("/")
    .filter((part) => part !== "" && part !== "index.json");
  return parts.at(-1) ?? uri;
};
