/** The linkifiers contract. */
import {
  apiError,
  badRequest,
  ids,
  int,
  list,
  MAX_URL_LENGTH,
  noted,
  operation,
  type Sentence,
  strictObject,
  text,
} from "../../kernel/api/index.ts";
import { MustBeAdministrator } from "../../kernel/http/gate.ts";
import { collections } from "../../kernel/limits/collections.ts";

/** Shorter patterns that are too expensive get another error. */
const MAX_PATTERN_LENGTH = 20_000;

export const linkifierFields = {
  id: int(),
  pattern: noted(text({ max: MAX_PATTERN_LENGTH }), {
    note: "A regular expression in RE2 syntax, with named groups.",
    example: "#(?P<id>[0-9]+)",
  }),
  url_template: noted(text({ max: MAX_URL_LENGTH }), {
    note: "An RFC 6570 template; its variables are the groups.",
    example: "https://example.com/ticket/{id}",
  }),
};
export const linkifierObject = strictObject(linkifierFields);
const { pattern, url_template } = linkifierFields;

/** Errors by field, and `__all__` for the combination. The message is the first error. */
export type Faults = Record<string, Sentence[]>;
export const InvalidLinkifier = apiError<{ errors: Faults }>(
  "BAD_REQUEST",
  ({ errors }) => Object.values(errors)[0]?.[0] as Sentence,
);
export const LinkifierNotFound = badRequest("Linkifier not found.");
export const DuplicatedLinkifiers = badRequest("The ordered list must not contain duplicated linkifiers");
export const IncompleteOrder = badRequest("The ordered list must enumerate all existing linkifiers exactly once");

export const getLinkifiers = operation({
  method: "GET",
  path: "/realm/linkifiers",
  summary: "List the organization's linkifiers in the order in which they are applied.",
  response: { linkifiers: list(linkifierObject) },
});

export const addLinkifier = operation({
  method: "POST",
  path: "/realm/filters",
  summary: "Add a linkifier: text that matches its pattern becomes a link, in messages and topics.",
  gate: "administrator",
  params: { pattern, url_template },
  audit: ["linkifier_added"],
  response: { id: int() },
  errors: [collections.linkifiers.Full, MustBeAdministrator, InvalidLinkifier],
});

export const updateLinkifier = operation({
  method: "PATCH",
  path: "/realm/filters/{filter_id}",
  summary: "Change a linkifier.",
  gate: "administrator",
  params: { filter_id: int(), pattern, url_template },
  audit: ["linkifier_changed"],
  response: {},
  errors: [MustBeAdministrator, LinkifierNotFound, InvalidLinkifier],
});

export const removeLinkifier = operation({
  method: "DELETE",
  path: "/realm/filters/{filter_id}",
  summary: "Remove a linkifier. Messages that were already sent keep their links.",
  gate: "administrator",
  params: { filter_id: int() },
  audit: ["linkifier_removed"],
  response: {},
  errors: [MustBeAdministrator, LinkifierNotFound],
});

export const reorderLinkifiers = operation({
  method: "PATCH",
  path: "/realm/linkifiers",
  summary: "Reorder the linkifiers.",
  gate: "administrator",
  params: { ordered_linkifier_ids: ids(int()) },
  audit: ["linkifiers_reordered"],
  response: {},
  errors: [MustBeAdministrator, DuplicatedLinkifiers, IncompleteOrder],
});

export const linkifiersState = {
  realm_linkifiers: noted(list(linkifierObject), {
    note: "Empty for clients that do not declare the linkifier_url_template capability.",
  }),
};
export const filtersState = {
  realm_filters: noted(list(text()), { note: "Always empty; for clients older than linkifiers.", deprecated: true }),
};
