import { bool, event, oneOf, optional, strictObject, text } from "../../kernel/api/index.ts";
import { viewObject } from "./contract.ts";

/** Sent to the owner. */
export const viewAddEvent = event("navigation_view", { op: oneOf("add"), navigation_view: viewObject });

/** Sent to the owner, with the values of the request. */
export const viewUpdateEvent = event("navigation_view", {
  op: oneOf("update"),
  fragment: text(),
  data: strictObject({ is_pinned: optional(bool()), name: optional(text()) }),
});

/** Sent to the owner. */
export const viewRemoveEvent = event("navigation_view", { op: oneOf("remove"), fragment: text() });
