import { UploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef } from "react";

interface FileButtonProps {
  /** "Choose a CSV file" */
  name: string;
  /** The visible label if it differs, for example to choose another file. */
  words?: string;
  accept: string;
  isDisabled?: boolean;
  onFile: (file: File) => void | Promise<void>;
}

/** Lets the user choose a file. */
export const ChooseFileButton = ({ name, words = name, accept, isDisabled, onFile }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined): Promise<void> => {
    if (file) await onFile(file);
    // Reset, so that the same file can be chosen again after it was corrected.
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
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      <Button icon={<UploadOutlined aria-hidden="true" />} disabled={isDisabled} onClick={() => input.current?.click()}>
        {words}
      </Button>
    </>
  );
};

interface TextFileButtonProps extends Omit<FileButtonProps, "onFile"> {
  onRead: (fileName: string, text: string) => void;
}

/** Reads a chosen file as text. */
export const FileButton = ({ onRead, ...props }: TextFileButtonProps) => (
  <ChooseFileButton {...props} onFile={async (file) => onRead(file.name, await file.text())} />
);
