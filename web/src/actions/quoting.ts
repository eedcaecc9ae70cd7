/** Quotes a message: the selected part of it, or its whole Markdown source. */
import type { Message } from "@parley/client";
import { quotation } from "../composer/editing/quote.ts";
import { markdownOf } from "../composer/editing/rich-paste.ts";
import { compose } from "../composer/intents.ts";
import { releaseKeys } from "../keyboard/held-keys.ts";
import { nameOf } from "../state/people.ts";
import type { Session } from "../state/session.tsx";
import { attempt } from "./attempt.ts";
import { articleOfMessage } from "./elements.ts";
import { linkToMessage, replyTo } from "./message-place.ts";

/** Undefined when nothing in the message is selected. */
function selectionIn(messageId: number): string | undefined {
  const selection = getSelection();
  const text = articleOfMessage(messageId)?.querySelector("[data-text]");
  if (!selection || selection.isCollapsed || !text || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!text.contains(range.commonAncestorContainer)) return undefined;
  const piece = document.createElement("div");
  piece.append(range.cloneContents());
  const words = selection.toString().trim();
  return words === "" ? undefined : (markdownOf(piece) ?? words);
}

async function quotationOf({ messages, store }: Session, message: Message): Promise<string> {
  // Read first: the focus moves while the text is being fetched.
  const selected = selectionIn(message.id);
  const content = selected ?? (await sourceOf(messages, message.id));
  const full_name = nameOf(store.state, message.sender_id);
  return quotation({
    sender: { user_id: message.sender_id, full_name },
    link: linkToMessage(message, store.state),
    content,
  });
}

async function sourceOf(messages: Session["messages"], messageId: number): Promise<string> {
  try {
    return await messages.source(messageId);
  } catch (error) {
    releaseKeys();
    throw error;
  }
}

export const quoteMessage = (session: Session, message: Message): Promise<void> =>
  attempt(async () => {
    const text = await quotationOf(session, message);
    compose(replyTo(message, session.store.state.users.ownId, text));
  });

/** The recipient is chosen next. */
export const forwardMessage = (session: Session, message: Message): Promise<void> =>
  attempt(async () => compose({ to: "channel", text: await quotationOf(session, message) }));
