import { QuestionCircleOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import styles from "./unanswered-strip.module.css";
import type { Once } from "./use-idempotent-mutation.ts";

interface UnansweredStripProps<Body, Reply> {
  once: Once<Body, Reply>;
  /** Describes the request: "A grant of 500 credits to … was sent, and no answer was seen." */
  words: (body: Body) => string;
}

/** A request without a response, with the only safe option: retry the identical request. */
export const UnansweredStrip = <Body, Reply>({ once, words }: UnansweredStripProps<Body, Reply>) => {
  const { t } = useTranslation();
  const { unanswered, send, giveUp, isSending } = once;
  if (unanswered === undefined) return null;
  // The error is shown as a toast, and the strip stays.
  const sendAgain = (): void => void send(unanswered).catch(() => undefined);
  return (
    <div role="alert" className={styles.strip}>
      <QuestionCircleOutlined aria-hidden="true" />
      <p>
        {words(unanswered)} {t("shared.unanswered.safe")}
      </p>
      <Button size="small" disabled={isSending} onClick={giveUp}>
        {t("shared.unanswered.giveUp")}
      </Button>
      <Button size="small" type="primary" loading={isSending} onClick={sendAgain}>
        {t("shared.unanswered.again")}
      </Button>
    </div>
  );
};
