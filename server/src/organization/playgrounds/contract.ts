/** The playgrounds contract. */
import {
  apiError,
  badRequest,
  int,
  list,
  MAX_URL_LENGTH,
  noted,
  operation,
  type Sentence,
  shortText,
  strictObject,
  text,
} from "../../kernel/api/index.ts";
import { MustBeAdministrator } from "../../kernel/http/gate.ts";
import { collections } from "../../kernel/limits/collections.ts";

export const MAX_LANGUAGE_LENGTH = 40;

export const playgroundFields = {
  id: int(),
  name: noted(shortText(), { example: "Rust playground" }),
  pygments_language: noted(text(), { note: "The language of the code blocks to offer it for.", example: "Rust" }),
  url_template: noted(text({ max: MAX_URL_LENGTH }), {
    note: "An RFC 6570 template; its only variable is code.",
    example: "https://play.rust-lang.org/?code={code}",
  }),
};
export const playgroundObject = strictObject(playgroundFields);

/** Errors by field. The message is the first error. */
export const InvalidNewPlayground = apiError<{ errors: Record<string, Sentence[]> }>(
  "BAD_REQUEST",
  ({ errors }) => Object.values(errors)[0]?.[0] as Sentence,
);
export const InvalidPlayground = badRequest("Invalid playground");

export const addPlayground = operation({
  method: "POST",
  path: "/realm/playgrounds",
  summary: "Add a code playground: a site that can run code blocks in a language.",
  gate: "administrator",
  params: {
    name: playgroundFields.name,
    pygments_language: noted(text({ max: MAX_LANGUAGE_LENGTH }), { example: "Rust" }),
    url_template: playgroundFields.url_template,
  },
  audit: ["playground_added"],
  response: { id: int() },
  errors: [collections.playgrounds.Full, MustBeAdministrator, InvalidNewPlayground],
});

export const removePlayground = operation({
  method: "DELETE",
  path: "/realm/playgrounds/{playground_id}",
  summary: "Remove a code playground.",
  gate: "administrator",
  params: { playground_id: int() },
  audit: ["playground_removed", "realm_setting_changed"],
  response: {},
  errors: [MustBeAdministrator, InvalidPlayground],
});

export const playgroundsState = { realm_playgrounds: list(playgroundObject) };
