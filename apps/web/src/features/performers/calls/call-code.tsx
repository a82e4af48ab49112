import { CheckOutlined, CopyOutlined } from "@ant-design/icons";
import type { PerformerTaskDetail } from "@dailies/contract";
import { Button, Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCopy } from "../../../ui/use-copy.ts";
import styles from "./calls.module.css";
import { SNIPPETS, type Snippet, snippetOf } from "./code-snippets.ts";

/** The same request as code. */
export const CallCode = ({ call }: { call: PerformerTaskDetail }) => {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Snippet>("curl");
  const words = snippetOf(kind, call, window.location.origin);
  const { state, copy } = useCopy(words);
  const said = { idle: t("performers.code.copy"), copied: t("ui.copied"), failed: t("ui.copyFailed") }[state];
  return (
    <>
      <div className={styles.codeHead}>
        <Segmented<Snippet>
          size="small"
          aria-label={t("performers.code.title")}
          value={kind}
          options={SNIPPETS.map((each) => ({ value: each, label: t(`performers.code.${each}`) }))}
          onChange={setKind}
        />
        <Button
          size="small"
          icon={state === "copied" ? <CheckOutlined aria-hidden="true" /> : <CopyOutlined aria-hidden="true" />}
          onClick={copy}
        >
          {said}
        </Button>
      </div>
      <p className={styles.quiet}>{t(kind === "curl" ? "performers.code.curlHint" : "performers.code.consoleHint")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab. */}
      <pre className={`${styles.code} ds-mono`} tabIndex={0}>
        {words}
      </pre>
    </>
  );
};
