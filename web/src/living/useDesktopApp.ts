/** Tells the desktop application about the organization, and follows the commands of its menus. */
import { messageHistory, messages } from "@parley/server/contract";
import { useEffect } from "react";
import { attempt } from "../actions/attempt.ts";
import { signOut } from "../app/sign-out.ts";
import { type Session, useSession } from "../state/session.tsx";
import { useRealm } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { titleCount } from "./badge.ts";
import { desktopApp } from "./desktop-app.ts";

export function useDesktopApp(): void {
  const session = useSession();
  const name = useRealm("realm_name");
  const icon = useRealm("realm_icon_url");
  const unread = useStore(titleCount);
  useEffect(() => void desktopApp?.send_event?.("total_unread_count", unread), [unread]);
  useEffect(() => void desktopApp?.send_event?.("realm_name", name), [name]);
  useEffect(() => void desktopApp?.send_event?.("realm_icon_url", new URL(icon, location.href).href), [icon]);
  useEffect(() => followMenus(session), [session]);
}

/** The application has no way to stop listening, so the first session of the page is the one that listens. */
let isFollowed = false;

function followMenus(session: Session): void {
  if (!desktopApp?.on_event || isFollowed) return;
  isFollowed = true;
  desktopApp.on_event("logout", () => void attempt(() => signOut(session)));
  desktopApp.on_event("show-keyboard-shortcuts", () => location.assign("#keyboard-shortcuts"));
  desktopApp.on_event("show-notification-settings", () => location.assign("#settings/notifications"));
  desktopApp.set_send_notification_reply_message_supported?.(true);
  desktopApp.on_event("send_notification_reply_message", (messageId, reply) => {
    answer(session, Number(messageId), String(reply)).catch((error: unknown) =>
      desktopApp?.send_event?.("send_notification_reply_message_failed", {
        message_id: messageId,
        reply,
        msg: (error as Error).message,
      }),
    );
  });
}

/** Answers a message in its conversation, without opening it. */
async function answer({ connection, store }: Session, message_id: number, content: string): Promise<void> {
  const { message } = await connection.call(messageHistory.getMessage, { message_id, apply_markdown: false });
  if (message.type === "stream") {
    const { stream_id, subject } = message;
    await connection.call(messages.sendMessage, { type: "channel", to: stream_id as number, topic: subject, content });
    return;
  }
  const people = message.display_recipient as readonly { readonly id: number }[];
  const others = people.map(({ id }) => id).filter((id) => id !== store.state.users.ownId);
  const to = others.length > 0 ? others : [store.state.users.ownId];
  await connection.call(messages.sendMessage, { type: "direct", to, content });
}
