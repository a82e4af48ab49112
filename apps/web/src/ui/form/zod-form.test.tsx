import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Button, Input } from "antd";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { renderPart } from "../testing/render.tsx";
import { ZodForm } from "./zod-form.tsx";

afterEach(cleanup);

const schema = z.strictObject({
  name: z.string({ error: "please enter a name" }).min(3, "use at least 3 characters"),
  note: z.string().max(5, "use at most 5 characters").optional(),
});

const renderForm = (onSubmit: (values: z.output<typeof schema>) => Promise<unknown>, shape = schema) =>
  renderPart(
    <ZodForm schema={shape} onSubmit={onSubmit}>
      {({ Field, isBusy }) => (
        <>
          <Field name="name" label="Name">
            <Input />
          </Field>
          <Field name="note" label="Note">
            <Input />
          </Field>
          <Button htmlType="submit" loading={isBusy}>
            Save the task
          </Button>
        </>
      )}
    </ZodForm>,
  );

const save = () => userEvent.click(screen.getByRole("button", { name: "Save the task" }));

it("the form shows the schema's message at the field, and marks what is optional", async () => {
  const onSubmit = vi.fn(async () => undefined);
  renderForm(onSubmit);
  expect(screen.getByLabelText("Note · optional")).toBeTruthy();
  await save();
  expect(await screen.findByText("please enter a name")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Name"), "ab");
  await userEvent.tab();
  expect(await screen.findByText("use at least 3 characters")).toBeTruthy();
  expect(onSubmit).not.toHaveBeenCalled();
});

it("the form passes on parsed values, and an emptied optional field as absent", async () => {
  const onSubmit = vi.fn(async () => undefined);
  renderForm(onSubmit);
  await userEvent.type(screen.getByLabelText("Name"), "Night drive");
  await userEvent.type(screen.getByLabelText(/Note/), "x{Backspace}");
  await save();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: "Night drive" }));
});

it("the form puts the server's refusal at the field it names", async () => {
  const refused = Object.assign(new Error("taken"), { detail: [{ msg: "this name is taken", loc: "name" }] });
  renderForm(() => Promise.reject(refused));
  await userEvent.type(screen.getByLabelText("Name"), "Night drive");
  await save();
  expect(await screen.findByText("this name is taken")).toBeTruthy();
  expect(screen.queryByText("The action failed")).toBeNull();
});

it("the form keeps any other refusal in the form with what was typed", async () => {
  renderForm(() => Promise.reject(new Error("the server is busy")));
  await userEvent.type(screen.getByLabelText("Name"), "Night drive");
  await save();
  expect((await screen.findByText("the server is busy")).closest("[role=alert]")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Night drive");
});
