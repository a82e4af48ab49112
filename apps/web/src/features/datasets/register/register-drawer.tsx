import type { DatasetSummary } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Detail } from "../../../ui/detail.tsx";
import { useTryDataset } from "../datasets.queries.ts";
import styles from "./register.module.css";
import { RegisterForm } from "./register-form.tsx";
import { Registered } from "./registered.tsx";
import { isSameSource, type Source } from "./source.ts";
import { SourceForm } from "./source-form.tsx";
import { TryResult } from "./try-result.tsx";

const WIDTH_PX = 820;

interface RegisterDrawerProps {
  isOpen: boolean;
  /** The initial URI, if known. */
  uri: string | undefined;
  onClose: () => void;
}

/** Asks for a URI, previews its contents, then asks for a name: nothing is stored before the last step. */
export const RegisterDrawer = ({ isOpen, uri, onClose }: RegisterDrawerProps) => {
  const { t } = useTranslation();
  return (
    <Detail isOpen={isOpen} title={t("datasets.register.title")} widthPx={WIDTH_PX} onClose={onClose}>
      <RegisterSteps key={uri} uri={uri} onClose={onClose} />
    </Detail>
  );
};

const RegisterSteps = ({ uri, onClose }: Omit<RegisterDrawerProps, "isOpen">) => {
  const tried = useTryDataset();
  const [made, setMade] = useState<DatasetSummary>();
  const [draft, setDraft] = useState<Source>({ uri: uri ?? "" });
  const beginAnew = (): void => {
    setMade(undefined);
    setDraft({ uri: "" });
    tried.reset();
  };
  if (made) return <Registered id={made.id} name={made.name} onClose={onClose} onAnother={beginAnew} />;
  // A preview belongs to its exact source: changing the kind or layout invalidates it, as changing the URI does.
  const isTried = tried.variables !== undefined && isSameSource(tried.variables, draft);
  const found = isTried ? tried.data : undefined;
  return (
    <div className={styles.steps}>
      <SourceForm
        source={draft}
        onChange={setDraft}
        isBusy={tried.isPending}
        error={isTried ? tried.error : null}
        onTry={(source) => tried.mutate(source)}
      />
      {found ? (
        <>
          <TryResult found={found} />
          <RegisterForm
            key={`${found.uri} ${found.kind} ${found.layout}`}
            found={found}
            onCancel={onClose}
            onMade={setMade}
          />
        </>
      ) : null}
    </div>
  );
};
