/** Attaches what keys do with the message under the cursor. */
import { narrowAddress } from "../address/address.ts";
import { type NarrowTerm, nearMessage } from "../address/narrow.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { askedTerms } from "../state/messages.ts";
import { hrefOf } from "../state/place.ts";
import { useSession } from "../state/session.tsx";

export function useMessageKeys(messageId: number | undefined, terms: readonly NarrowTerm[]): void {
  const { readMarks, messages, store } = useSession();
  const isEnabled = messageId !== undefined;
  const id = messageId ?? 0;
  useCommand("markUnread", () => void readMarks.markUnreadFrom(askedTerms(terms), id).catch(() => {}), { isEnabled });
  useCommand(
    "star",
    () => readMarks.mark("starred", messages.message(id)?.flags.includes("starred") ? "remove" : "add", [id]),
    { isEnabled },
  );
  useCommand(
    "collapse",
    () => readMarks.mark("collapsed", messages.message(id)?.flags.includes("collapsed") ? "remove" : "add", [id]),
    { isEnabled },
  );
  useCommand(
    "copyLink",
    () => {
      const href = hrefOf(narrowAddress(nearMessage(terms, id)), store.state);
      void navigator.clipboard.writeText(new URL(href, location.href).href);
    },
    { isEnabled },
  );
}
