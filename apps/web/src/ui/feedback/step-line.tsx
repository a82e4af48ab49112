import "./step-line.css";

interface StepLineProps<Step extends string> {
  steps: readonly Step[];
  at: Step;
  nameOf: (step: Step) => string;
}

/** The steps of a wizard, and the current one. */
export const StepLine = <Step extends string>({ steps, at, nameOf }: StepLineProps<Step>) => (
  <ol className="ds-steps">
    {steps.map((step, place) => (
      <li key={step} aria-current={step === at ? "step" : undefined} className="ds-step">
        <span className="ds-step-number">{place + 1}</span>
        {nameOf(step)}
      </li>
    ))}
  </ol>
);
