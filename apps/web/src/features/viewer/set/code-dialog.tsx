import { CheckOutlined, CopyOutlined } from "@ant-design/icons";
import type { ViewerHeader } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Modal, Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import type { Walk } from "../navigation/use-walk.ts";
import { columnAddress } from "../sample/sample-clips.ts";
import type { Agreement } from "../sample/use-agreement.ts";
import { addressQuery } from "../shard.queries.ts";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import styles from "./set.module.css";
import { apiCurlSnippet, curlSnippet, jsonSnippet, pythonSnippet, SNIPPETS, type Snippet } from "./snippets.ts";
import { useShownSample } from "./use-shown-sample.ts";

interface CodeDialogProps {
  header: ViewerHeader;
  urlState: ViewerUrlState;
  shardOf: Walk["shardOf"];
  agreement: Agreement;
  onClose: () => void;
}

const apiAddressOf =
  (handle: string, index: number, agreeBytes: number | undefined) =>
  (column: string): string =>
    new URL(columnAddress(handle, index, column, agreeBytes), window.location.origin).href;

/** The displayed sample as code, or why there is none. */
const useSnippet = (props: CodeDialogProps, kind: Snippet) => {
  const { header, urlState } = props;
  const { handle } = header;
  const { sample, agreeBytes, column, isBeyond, needsFile, error } = useShownSample(props);
  const address = useQuery({
    ...addressQuery(handle, sample?.shard ?? 0),
    enabled: kind === "curl" && sample !== undefined,
  });
  const order = urlState.mode === "stream" && urlState.order === "training" ? { seed: urlState.seed } : undefined;
  const wordsOf = (): string | undefined => {
    if (!sample) return undefined;
    if (kind === "python") return pythonSnippet(header, sample, order);
    if (kind === "json") return jsonSnippet(sample);
    if (!address.data) return undefined;
    if (address.data.has_ranges) return curlSnippet(address.data.url, sample, column);
    return apiCurlSnippet(apiAddressOf(handle, sample.index, agreeBytes), sample, column);
  };
  return {
    words: wordsOf(),
    isByApi: kind === "curl" && address.data?.has_ranges === false,
    isBeyond,
    needsFile,
    error: error ?? (kind === "curl" ? address.error : null),
  };
};

/** The displayed sample as Python, shell or JSON. */
export const CodeDialog = (props: CodeDialogProps) => {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Snippet>("python");
  const { words, isByApi, isBeyond, needsFile, error } = useSnippet(props, kind);
  return (
    <Modal
      open
      title={t("viewer.code.title")}
      width={720}
      footer={null}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={props.onClose}
    >
      <div className={styles.codeHead}>
        <Segmented<Snippet>
          size="small"
          aria-label={t("viewer.code.title")}
          value={kind}
          options={SNIPPETS.map((each) => ({ value: each, label: t(`viewer.code.${each}`) }))}
          onChange={setKind}
        />
        <CopyCode words={words ?? ""} isDisabled={words === undefined} />
      </div>
      <p className={styles.quiet}>{t(isByApi ? "viewer.code.curlApiHint" : `viewer.code.${kind}Hint`)}</p>
      {error ? <ErrorPanel isCompact error={error} /> : null}
      {isBeyond ? <p className={styles.quiet}>{t("viewer.stream.beyond")}</p> : null}
      {needsFile ? <p className={styles.quiet}>{t("viewer.stream.noFile")}</p> : null}
      {words === undefined && !error && !isBeyond && !needsFile ? <Skeleton rows={6} /> : null}
      {words === undefined ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab.
        <pre className={`${styles.code} ds-mono`} tabIndex={0}>
          {words}
        </pre>
      )}
    </Modal>
  );
};

const CopyCode = ({ words, isDisabled }: { words: string; isDisabled: boolean }) => {
  const { t } = useTranslation();
  const { state, copy } = useCopy(words);
  const said = { idle: t("viewer.code.copy"), copied: t("ui.copied"), failed: t("ui.copyFailed") }[state];
  return (
    <Button
      size="small"
      disabled={isDisabled}
      icon={state === "copied" ? <CheckOutlined aria-hidden="true" /> : <CopyOutlined aria-hidden="true" />}
      onClick={copy}
    >
      {said}
    </Button>
  );
};
