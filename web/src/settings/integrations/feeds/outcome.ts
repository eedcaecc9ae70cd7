/** What became of the last fetch, in words. */
import { type TextKey, t } from "../../../text/text.ts";
import type { FetchedKind } from "../fetched.ts";
import type { Feed } from "./useFeeds.ts";

export type LastFetch = NonNullable<Feed["last_fetch"]>;

export const hasFailed = ({ outcome }: LastFetch): boolean => outcome !== "fetched" && outcome !== "unchanged";

export function outcomeText({ outcome, status, reason, entries }: LastFetch, kind: FetchedKind): string {
  switch (outcome) {
    case "fetched":
      return t(kind === "calendar" ? "feeds.fetchedCalendar" : "feeds.fetched", { entries });
    case "failed_status":
      return t("feeds.failed_status", { status: status ?? 0 });
    case "not_posted":
      return t("feeds.not_posted", { reason: reason ?? "" });
    default:
      return t(`feeds.${outcome}` satisfies TextKey);
  }
}
