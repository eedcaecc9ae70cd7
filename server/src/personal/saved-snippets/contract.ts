/** The saved snippets contract. */
import {
  apiError,
  int,
  list,
  notAudited,
  noted,
  operation,
  optional,
  strictObject,
  text,
  timestamp,
} from "../../kernel/api/index.ts";
import { MAX_MESSAGE_LENGTH } from "../../kernel/api/limits.ts";
import { collections } from "../../kernel/limits/collections.ts";

const MAX_TITLE_LENGTH = 60;

/** Also for other users' snippets. */
export const SnippetDoesNotExist = apiError("BAD_REQUEST", "Saved snippet does not exist.", { status: 404 });

export const snippetFields = { id: int(), title: text(), content: text(), date_created: timestamp() };
export const snippetObject = strictObject(snippetFields);

const title = noted(text({ min: 1, max: MAX_TITLE_LENGTH, trim: true }), { example: "Welcome" });
const content = noted(text({ min: 1, max: MAX_MESSAGE_LENGTH, trim: true }), {
  note: "Markdown.",
  example: "Welcome to **the team**!",
});

export const getSavedSnippets = operation({
  method: "GET",
  path: "/saved_snippets",
  summary: "Your saved snippets, oldest first.",
  response: { saved_snippets: list(snippetObject) },
});

export const createSavedSnippet = operation({
  method: "POST",
  path: "/saved_snippets",
  summary: "Save a text to reuse.",
  params: { title, content },
  audit: notAudited("only its user sees it"),
  response: { saved_snippet_id: int() },
  errors: [collections.saved_snippets.Full, collections.saved_snippet_characters.Full],
});

export const editSavedSnippet = operation({
  method: "PATCH",
  path: "/saved_snippets/{saved_snippet_id}",
  summary: "Change one of your saved snippets.",
  params: { saved_snippet_id: int(), title: optional(title), content: optional(content) },
  audit: notAudited("only its user sees it"),
  response: {},
  errors: [SnippetDoesNotExist, collections.saved_snippet_characters.Full],
});

export const deleteSavedSnippet = operation({
  method: "DELETE",
  path: "/saved_snippets/{saved_snippet_id}",
  summary: "Delete one of your saved snippets.",
  params: { saved_snippet_id: int() },
  audit: notAudited("only its user sees it"),
  response: {},
  errors: [SnippetDoesNotExist],
});

export const savedSnippetsState = { saved_snippets: list(snippetObject) };
