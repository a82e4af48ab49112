import { UploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef } from "react";

interface FileButtonProps {
  /** "Choose a CSV file" */
  name: string;
  /** On the button, where it says something else, such as that another may be chosen. */
  words?: string;
  accept: string;
  isDisabled?: boolean;
  onRead: (fileName: string, text: string) => void;
}

/** Reads a chosen file as text. */
export const FileButton = ({ name, words = name, accept, isDisabled, onRead }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined): Promise<void> => {
    if (file) onRead(file.name, await file.text());
    // So that the same file, mended meanwhile, can be chosen again.
    if (input.current) input.current.value = "";
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={name}
        className="ds-visually-hidden"
        tabIndex={-1}
        disabled={isDisabled}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <Button icon={<UploadOutlined aria-hidden="true" />} disabled={isDisabled} onClick={() => input.current?.click()}>
        {words}
      </Button>
    </>
  );
};
