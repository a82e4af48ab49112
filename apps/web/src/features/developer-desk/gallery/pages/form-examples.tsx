import { Button, Input } from "antd";
import { useState } from "react";
import { z } from "zod";
import { StatusTag } from "../../../../ui/feedback/status-tag.tsx";
import { ZodForm } from "../../../../ui/form/zod-form.tsx";
import { Example } from "../example.tsx";
import { sampleFailure } from "../sample-failure.ts";

const schema = z.strictObject({
  name: z
    .string({ error: "please enter a name" })
    .min(3, "use at least 3 characters")
    .max(60, "use at most 60 characters"),
  owner: z.email("this is not an e-mail address").optional(),
});

interface SampleFormProps {
  initial?: z.input<typeof schema>;
  onSubmit: (values: z.output<typeof schema>) => Promise<void>;
}

const SampleForm = ({ initial, onSubmit }: SampleFormProps) => (
  <ZodForm schema={schema} initial={initial} onSubmit={onSubmit}>
    {({ Field, isBusy }) => (
      <>
        <Field name="name" label="Name" help="Shown in every list.">
          <Input />
        </Field>
        <Field name="owner" label="Owner">
          <Input placeholder="name@example.com" />
        </Field>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          Check the fields
        </Button>
      </>
    )}
  </ZodForm>
);

export const FormExamples = () => {
  const [accepted, setAccepted] = useState<string>();
  return (
    <>
      <Example state="Empty: leave a field to see its fault" note="Nothing is sent.">
        <div className="gallery-card gallery-narrow">
          <SampleForm onSubmit={async (values) => setAccepted(values.name)} />
          {accepted === undefined ? null : <StatusTag tone="success">{`The schema accepts “${accepted}”`}</StatusTag>}
        </div>
      </Example>
      <Example state="Refused: the words of the refusal stay with what was typed">
        <div className="gallery-card gallery-narrow">
          <SampleForm initial={{ name: "Night drive" }} onSubmit={() => Promise.reject(sampleFailure())} />
        </div>
      </Example>
    </>
  );
};
