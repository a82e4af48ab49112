import { z } from "zod";
import { text } from "../kit.ts";
import type { Adapter } from "./schemas.ts";

/** One adapter setting: its schema, with the label and help text of the form. */
const setting = <T extends z.ZodType>(schema: T, words: { label: string; help: string }): T =>
  schema.meta({ title: words.label, description: words.help });

const path = text({ min: 1, max: 300 }).regex(
  /^\/(?!\/)\S*$/,
  "a path must begin with a single slash and contain no spaces",
);
/** RFC 6901 JSON pointer into the provider's reply. */
const pointer = text({ max: 300 }).regex(/^(?:\/(?:[^~/]|~[01])*)*$/, "this is not a JSON pointer such as /data/0/url");
const headerName = text({ min: 1, max: 60 }).regex(/^[A-Za-z0-9-]+$/, "this is not a header name");
const headerText = text({ max: 40 }).regex(/^[\x20-\x7e]*$/, "use printable ASCII characters");
const statusList = z.array(text({ min: 1, max: 60 })).max(20);
const origin = z.url({ protocol: /^https?$/, error: "this is not a URL such as https://example.com" }).max(300);

const videos = z.strictObject({
  request_format: setting(z.enum(["json", "multipart"]).default("json"), {
    label: "Send requests as",
    help: "JSON, or a form as the original dialect has it.",
  }),
  image_format: setting(z.enum(["url", "object"]).default("url"), {
    label: "Send pictures as",
    help: "A plain address, or an object {image_url}.",
  }),
  webhook: setting(z.enum(["none", "standard"]).default("none"), {
    label: "Webhook",
    help: "Standard: the server takes webhook_url and signs with our secret, or with its part whsec_… after a space.",
  }),
});

const fal = z.strictObject({
  jwks_url: setting(origin.default("https://rest.fal.ai/.well-known/jwks.json"), {
    label: "Keys for webhooks",
    help: "Where the public keys stand that webhooks are signed with.",
  }),
  priority: setting(z.enum(["normal", "low"]).default("normal"), {
    label: "Priority in the queue",
    help: "Low lets others pass.",
  }),
  output: setting(pointer.default("/video/url"), {
    label: "Where the clip stands",
    help: "A JSON pointer into the result.",
  }),
});

const replicate = z.strictObject({
  output: setting(pointer.default(""), {
    label: "Where the clip stands",
    help: "A JSON pointer into output; empty when output itself is the address or a list of addresses.",
  }),
});

const ark = z.strictObject({
  prompt_flags: setting(z.boolean().default(false), {
    label: "Parameters as flags of the prompt",
    help: "Older models read --duration 5 at the end of the prompt; newer ones take fields.",
  }),
});

const comfyui = z.strictObject({
  workflow: setting(z.record(z.string().max(64), z.json()), {
    label: "Workflow",
    help: "The graph in API format, as ComfyUI exports it.",
  }),
  inputs: setting(z.record(z.string().max(64), pointer), {
    label: "Where inputs go",
    help: "For each input its place in the graph, such as /6/inputs/text.",
  }),
  output_node: setting(text({ max: 64 }).default(""), {
    label: "Node of the clip",
    help: "Empty: the first video that any node has saved.",
  }),
});

const http = z.strictObject({
  submit_path: setting(path, { label: "Path to submit", help: "Called with POST and the inputs as JSON." }),
  poll_path: setting(path, { label: "Path to ask after a call", help: "{id} stands for the call." }),
  cancel_path: setting(path.optional(), { label: "Path to cancel", help: "Left out, a call cannot be cancelled." }),
  cancel_method: setting(z.enum(["POST", "PUT", "DELETE"]).default("POST"), {
    label: "Method to cancel",
    help: "How the path to cancel is called.",
  }),
  test_path: setting(path.default("/"), {
    label: "Path to test",
    help: "Called with GET; anything below 400 is well.",
  }),
  auth_header: setting(headerName.default("Authorization"), {
    label: "Header of the secret",
    help: "Where the secret is sent.",
  }),
  auth_prefix: setting(headerText.default("Bearer "), {
    label: "Before the secret",
    help: "Often the word Bearer and a space.",
  }),
  input_at: setting(pointer.default(""), {
    label: "Where inputs stand in the request",
    help: "Empty: at the top, beside the model.",
  }),
  model_at: setting(pointer.default("/model"), {
    label: "Where the model stands in the request",
    help: "Left out of the request when the performer names no model.",
  }),
  id_at: setting(pointer.default("/id"), { label: "Id of the call", help: "In the answer to submit." }),
  status_at: setting(pointer.default("/status"), {
    label: "Status",
    help: "In the answer to the question after a call.",
  }),
  progress_at: setting(pointer.optional(), { label: "Progress", help: "A number up to 1, or up to 100." }),
  output_at: setting(pointer.default("/output"), { label: "Where the clip stands", help: "An address of the clip." }),
  error_at: setting(pointer.default("/error"), { label: "Error", help: "A text, or an object with code and message." }),
  seed_at: setting(pointer.optional(), { label: "Seed", help: "The seed that was used, when the answer tells." }),
  score_at: setting(pointer.optional(), {
    label: "Score",
    help: "Of a judge: a number in the answer, in the place of a clip.",
  }),
  answer_at: setting(pointer.optional(), {
    label: "Answer",
    help: "Of a judge that answers in words: its text or JSON, in the place of a clip. It can prefill labels.",
  }),
  queued: setting(statusList.default(["queued", "pending"]), { label: "Words for queued", help: "One a line." }),
  running: setting(statusList.default(["running", "processing", "in_progress"]), {
    label: "Words for running",
    help: "One a line.",
  }),
  succeeded: setting(statusList.default(["succeeded", "completed", "success"]), {
    label: "Words for succeeded",
    help: "One a line.",
  }),
  failed: setting(statusList.default(["failed", "error"]), { label: "Words for failed", help: "One a line." }),
  cancelled: setting(statusList.default(["cancelled", "canceled"]), {
    label: "Words for cancelled",
    help: "One a line.",
  }),
  expired: setting(statusList.default(["expired"]), { label: "Words for expired", help: "One a line." }),
});

/** Settings of each adapter beyond endpoint, model and secret. Titles and descriptions appear in the form. */
export const ADAPTER_CONFIGS = { videos, fal, replicate, ark, comfyui, http } as const satisfies Record<
  Adapter,
  z.ZodObject
>;
export type AdapterConfigOf<A extends Adapter> = z.output<(typeof ADAPTER_CONFIGS)[A]>;
