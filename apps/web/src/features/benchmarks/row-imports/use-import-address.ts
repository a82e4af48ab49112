import { useSearchParams } from "react-router";
import { type RowImportAddress, readRowImport, writeRowImport } from "../../../shared/row-import-address.ts";

export interface ImportAddress {
  /** What the URL asks to import; undefined when it opens no import. */
  given: RowImportAddress | undefined;
  set: (wanted: RowImportAddress | undefined) => void;
}

/** The import that the URL opens, so that the dataset browser can link to it and a reload keeps it open. */
export const useImportAddress = (): ImportAddress => {
  const [params, setParams] = useSearchParams();
  return {
    given: readRowImport(params),
    set: (wanted) => setParams((now) => writeRowImport(now, wanted), { replace: true, flushSync: true }),
  };
};
