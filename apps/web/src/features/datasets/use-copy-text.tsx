import { App, Input } from "antd";
import { useTranslation } from "react-i18next";

/** Copies from a menu that has closed by then: a toast confirms, and if copying fails the text is shown instead. */
export const useCopyText = (): ((text: string, done: string) => void) => {
  const { t } = useTranslation();
  const { message, modal } = App.useApp();
  const show = (text: string): void =>
    void modal.info({
      title: t("datasets.copied.byHand"),
      width: 640,
      okText: t("ui.close"),
      content: (
        <Input.TextArea
          readOnly
          className="ds-mono"
          aria-label={t("datasets.copied.text")}
          autoSize={{ minRows: 1, maxRows: 12 }}
          value={text}
          onFocus={({ target }) => target.select()}
        />
      ),
    });
  return (text, done) => {
    const clipboard: Clipboard | undefined = navigator.clipboard;
    if (!clipboard) return show(text);
    clipboard.writeText(text).then(
      () => void message.success(done),
      () => show(text),
    );
  };
};
