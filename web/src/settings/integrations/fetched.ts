/** Integrations that the server fetches something for, beside those that are called. */
import { t } from "../../text/text.ts";
import type { Integration } from "./useCatalogue.ts";

/** What is fetched, by the address of its page. */
export const FETCHED_KINDS = { feeds: "news", calendars: "calendar" } as const;
export type FetchedName = keyof typeof FETCHED_KINDS;
export type FetchedKind = (typeof FETCHED_KINDS)[FetchedName];

export const isFetchedName = (name: string): name is FetchedName => Object.hasOwn(FETCHED_KINDS, name);

export type ListedIntegration = Pick<Integration, "name" | "display_name" | "about" | "category" | "picture"> & {
  /** The documentation of others is English. */
  readonly isTranslated?: boolean;
};

export const fetchedIntegrations = (): readonly (ListedIntegration & { readonly name: FetchedName })[] => [
  {
    name: "feeds",
    display_name: t("feeds.title"),
    about: t("feeds.about"),
    category: "general",
    picture: { initials: "RS", color: "#c2410c" },
    isTranslated: true,
  },
  {
    name: "calendars",
    display_name: t("feeds.calendarTitle"),
    about: t("feeds.calendarAbout"),
    category: "general",
    picture: { initials: "31", color: "#1d4ed8" },
    isTranslated: true,
  },
];
