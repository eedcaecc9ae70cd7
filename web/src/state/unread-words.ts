/** Unread counts in words, for labels: exact, or without a number. */
import { saidOf } from "../inbox-order/said.ts";
import { t } from "../text/text.ts";
import { useStore } from "./store.ts";

/** Whether the server has listed everything unread. */
export const useIsComplete = (): boolean => useStore((state) => !state.unread.isIncomplete);

export type UnreadWords = (count: number, hasMention?: boolean) => string;

export function useUnreadWords(): UnreadWords {
  const isComplete = useIsComplete();
  return (count, hasMention = false) => {
    const said = isComplete ? "exact" : saidOf(count, isComplete);
    const words =
      said === "exact" ? t("parts.unread", { count }) : t(said === "many" ? "parts.manyUnread" : "parts.someUnread");
    return hasMention ? t("parts.withMention", { unread: words }) : words;
  };
}
