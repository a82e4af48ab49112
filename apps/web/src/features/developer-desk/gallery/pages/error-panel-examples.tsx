import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { Example } from "../example.tsx";
import { sampleFailure } from "../sample-failure.ts";
import { useSampleRetry } from "../use-sample-retry.ts";

export const ErrorPanelExamples = () => {
  const { isRetrying, retry } = useSampleRetry();
  return (
    <>
      <Example state="With request id and retry">
        <ErrorPanel
          title="The sample list could not be loaded"
          error={sampleFailure()}
          onRetry={retry}
          isRetrying={isRetrying}
        />
      </Example>
      <Example state="As a strip over what is still shown">
        <ErrorPanel
          isCompact
          title="The list could not be renewed"
          error={sampleFailure()}
          onRetry={retry}
          isRetrying={isRetrying}
        />
      </Example>
      <Example state="An error without words of its own">
        <ErrorPanel error={undefined} />
      </Example>
    </>
  );
};
