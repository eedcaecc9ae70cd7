import { event, int, oneOf } from "../../kernel/api/index.ts";
import { snippetObject } from "./contract.ts";

/** Sent to the owner. */
export const snippetAddEvent = event("saved_snippets", { op: oneOf("add"), saved_snippet: snippetObject });

/** Sent to the owner, with the whole snippet. */
export const snippetUpdateEvent = event("saved_snippets", { op: oneOf("update"), saved_snippet: snippetObject });

/** Sent to the owner. */
export const snippetRemoveEvent = event("saved_snippets", { op: oneOf("remove"), saved_snippet_id: int() });
