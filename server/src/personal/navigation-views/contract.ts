/** The navigation views contract. */
import {
  apiError,
  badRequest,
  bool,
  list,
  notAudited,
  noted,
  nullable,
  operation,
  optional,
  strictObject,
  text,
} from "../../kernel/api/index.ts";
import { collections } from "../../kernel/limits/collections.ts";

/** Enough for a topic that is escaped in the URL. */
const MAX_FRAGMENT_LENGTH = 2000;
const MAX_NAME_LENGTH = 100;

/** Views that every client has, with the client's names. */
const BUILT_IN: ReadonlySet<string> = new Set([
  "inbox",
  "recent",
  "feed",
  "drafts",
  "narrow/has/reaction/sender/me",
  "narrow/is/mentioned",
  "narrow/is/starred",
  "scheduled",
]);
export const isBuiltIn = (fragment: string): boolean => BUILT_IN.has(fragment);

export const BuiltInHasName = badRequest("Built-in views cannot have a custom name.");
export const CustomNeedsName = badRequest("Custom views must have a valid name.");
export const ViewExists = badRequest("Navigation view already exists.");
/** Also if only another user has it. */
export const ViewDoesNotExist = apiError("BAD_REQUEST", "Navigation view does not exist.", { status: 404 });

export const viewFields = {
  fragment: text(),
  is_pinned: bool(),
  name: noted(nullable(text()), { note: "Null for built-in views." }),
};
export const viewObject = strictObject(viewFields);

const name = text({ min: 1, max: MAX_NAME_LENGTH, trim: true });
const is_pinned = noted(bool(), { note: "Whether it is in the sidebar, or in the menu with more views." });

export const getNavigationViews = operation({
  method: "GET",
  path: "/navigation_views",
  summary: "List the views you have configured; built-in views appear only if you changed them.",
  response: { navigation_views: list(viewObject) },
});

export const addNavigationView = operation({
  method: "POST",
  path: "/navigation_views",
  summary: "Add a view to your sidebar, or configure a built-in one.",
  params: {
    fragment: noted(text({ min: 1, max: MAX_FRAGMENT_LENGTH, trim: true }), {
      note: "Identifies the view: the part of its URL after the #.",
      example: "narrow/is/alerted",
    }),
    is_pinned,
    name: optional(nullable(name), { note: "Only for views that are not built in.", example: "Alerts" }),
  },
  audit: notAudited("a personal preference"),
  response: {},
  errors: [collections.navigation_views.Full, BuiltInHasName, CustomNeedsName, ViewExists],
});

const fragment = noted(text({ max: MAX_FRAGMENT_LENGTH }), { example: "narrow/is/alerted" });

export const editNavigationView = operation({
  method: "PATCH",
  path: "/navigation_views/{fragment}",
  tail: "fragment",
  summary: "Rename or pin one of your views.",
  params: { fragment, is_pinned: optional(is_pinned), name: optional(name) },
  audit: notAudited("a personal preference"),
  response: {},
  errors: [BuiltInHasName, ViewExists, ViewDoesNotExist],
});

export const removeNavigationView = operation({
  method: "DELETE",
  path: "/navigation_views/{fragment}",
  tail: "fragment",
  summary: "Remove one of your views.",
  params: { fragment },
  audit: notAudited("a personal preference"),
  response: {},
  errors: [ViewDoesNotExist],
});

export const navigationViewsState = { navigation_views: list(viewObject) };
