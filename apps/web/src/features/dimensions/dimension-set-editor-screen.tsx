import { SetEditor } from "./editor/set-editor.tsx";
import { SetsPage } from "./sets/sets-page.tsx";
import { useEditorAddress } from "./use-editor-address.ts";

/** The evaluation templates: the list of sets, or one in the editor. */
export const Component = () => {
  const address = useEditorAddress();
  if (address.setId === undefined) return <SetsPage address={address} />;
  return <SetEditor key={`${address.setId} ${address.version ?? ""}`} id={address.setId} address={address} />;
};
