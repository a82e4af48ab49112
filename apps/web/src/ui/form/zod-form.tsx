import { Form, type FormInstance } from "antd";
import {
  createContext,
  type FunctionComponent,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { ErrorPanel } from "../feedback/error-panel.tsx";
import { faultsByField, fieldFaults, givenValues, isRequired } from "./zod-faults.ts";
import "./zod-form.css";

interface ZodFieldProps<Name extends string> {
  name: Name;
  label: string;
  help?: ReactNode;
  /** Set if a cross-field rule requires a field that the schema has as optional. */
  isNeeded?: boolean;
  /** `checked` for a checkbox or a switch. */
  valueProp?: "value" | "checked";
  children: ReactElement;
}

export interface ZodFormParts<Schema extends z.ZodObject> {
  /** A labelled field of the schema, with its limits and messages. */
  Field: FunctionComponent<ZodFieldProps<keyof z.input<Schema> & string>>;
  isBusy: boolean;
  /** Connects a submit button outside the form, such as a dialog's. */
  formId: string;
}

interface ZodFormProps<Schema extends z.ZodObject> {
  schema: Schema;
  initial?: Partial<z.input<Schema>>;
  /** Receives the parsed values. A rejection is shown in the form, at its fields if it names them. */
  onSubmit: (values: z.output<Schema>) => Promise<unknown>;
  children: (parts: ZodFormParts<Schema>) => ReactNode;
}

const SchemaContext = createContext<z.ZodObject | undefined>(undefined);

/** A form with the limits and messages of a zod schema, usually the body of a contract route. */
export const ZodForm = <Schema extends z.ZodObject>({ schema, initial, onSubmit, children }: ZodFormProps<Schema>) => {
  const { t } = useTranslation();
  const [form] = Form.useForm<Record<string, unknown>>();
  const formId = useId();
  const { isBusy, failure, submit } = useSubmission(schema, form, onSubmit);
  return (
    <SchemaContext value={schema}>
      <Form
        id={formId}
        form={form}
        layout="vertical"
        initialValues={initial}
        requiredMark={(label, { required }) => (
          <span>
            {label}
            {required ? null : <span className="ds-form-optional"> · {t("ui.form.optional")}</span>}
          </span>
        )}
        validateTrigger="onBlur"
        onFinish={submit}
        onFinishFailed={({ errorFields: [first] }) => first && form.focusField(first.name)}
      >
        {failure === undefined ? null : (
          <div className="ds-form-failure">
            <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={failure} />
          </div>
        )}
        {children({ Field: ZodField, isBusy, formId })}
      </Form>
    </SchemaContext>
  );
};

const useSubmission = <Schema extends z.ZodObject>(
  schema: Schema,
  form: FormInstance,
  onSubmit: (values: z.output<Schema>) => Promise<unknown>,
) => {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const showFaults = (faults: ReturnType<typeof faultsByField>): void => {
    form.setFields(faults.map(({ name, errors }) => ({ name, errors })));
    const [first] = faults;
    if (first) form.focusField(first.name);
  };

  const submit = (fields: Record<string, unknown>): void => {
    const parsed = schema.safeParse(givenValues(schema, fields));
    if (!parsed.success) {
      const faults = faultsByField(schema, parsed.error);
      showFaults(faults);
      setFailure(faults.length > 0 ? undefined : parsed.error.issues[0] && new Error(parsed.error.issues[0].message));
      return;
    }
    setIsBusy(true);
    setFailure(undefined);
    onSubmit(parsed.data)
      .catch((reason: unknown) => {
        const faults = faultsByField(schema, reason);
        if (faults.length > 0) showFaults(faults);
        else setFailure(reason ?? new Error());
      })
      .finally(() => setIsBusy(false));
  };
  return { isBusy, failure, submit };
};

const ZodField = ({ name, label, help, isNeeded, valueProp = "value", children }: ZodFieldProps<string>) => {
  const schema = useContext(SchemaContext);
  const field = schema?.shape[name];
  if (!field) throw new Error(`the schema has no field '${name}'`);
  return (
    <Form.Item
      name={name}
      label={label}
      extra={help}
      required={isNeeded ?? isRequired(field)}
      valuePropName={valueProp}
      rules={[
        {
          validator: (_, value: unknown) => {
            const [fault] = fieldFaults(field, value);
            return fault === undefined ? Promise.resolve() : Promise.reject(new Error(fault));
          },
        },
      ]}
    >
      {children}
    </Form.Item>
  );
};
