/** Who may change what a message says, and how long. */
import { badRequest, demand, type UserId } from "../api/index.ts";
import type { Context } from "../context.ts";

export const MessageEditingDisabled = badRequest("Your organization has turned off message editing");
export const MayNotEdit = badRequest("You don't have permission to edit this message");
export const MessageEditTimeOver = badRequest("The time limit for editing this message has passed");

/** Its sender and nobody else, while the organization allows it; the grace is for edits that were begun in time. */
export function checkContentEditable(
  { realm, user, now }: Pick<Context, "realm" | "user" | "now">,
  message: { sender_id: UserId; sent_at: number },
  graceSeconds: number,
): void {
  const { allow_message_editing, message_content_edit_limit_seconds: limit } = realm.settings;
  demand(allow_message_editing, new MessageEditingDisabled());
  demand(message.sender_id === user.id, new MayNotEdit());
  demand(limit === null || now - message.sent_at <= limit + graceSeconds, new MessageEditTimeOver());
}
