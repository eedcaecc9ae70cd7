/** Push notifications: shown, withdrawn when read elsewhere, and opened by a click. */
import { openDatabase, read } from "../offline/database.ts";
import { NOTIFICATIONS, type NotificationPreferences } from "../offline/notification-preferences.ts";
import { living } from "../text/en/living.ts";
import { learn, t } from "../text/text.ts";
import { fragmentOf, type Pushed, type PushedMessage, tagOf } from "./pushed.ts";
import { scope, windows } from "./scope.ts";
import type { FromWorker } from "./words.ts";

// The first screen does not have these.
learn({ living });

export async function told(pushed: unknown): Promise<void> {
  const news = pushed as Pushed;
  if (news.type === "remove") return withdraw(new Set(news.message_ids));
  if (news.type === "test")
    return scope.registration.showNotification(t("living.testTitle"), { body: t("living.testBody"), icon: ICON });
  if (news.type === "message") return show(news);
}

const ICON = "/static/icon.svg";

/** A focused window notifies by itself. */
async function show(message: PushedMessage): Promise<void> {
  if ((await windows()).some(({ visibilityState }) => visibilityState === "visible")) return;
  const { sender_full_name: sender, channel_name: channel, topic, message_id } = message;
  const title =
    channel !== undefined && topic !== undefined ? t("living.saidInTopic", { sender, channel, topic }) : sender;
  const body = channel !== undefined || (await showsText(message.user_id)) ? message.content : t("living.newMessage");
  await scope.registration.showNotification(title, {
    body,
    icon: message.sender_avatar_url,
    tag: tagOf(message),
    data: { messageId: message_id, fragment: fragmentOf(message) },
  });
}

async function showsText(userId: number): Promise<boolean> {
  try {
    const database = await openDatabase(userId);
    const preferences = await read<NotificationPreferences>(database, NOTIFICATIONS);
    database.close();
    return preferences?.showsText ?? true;
  } catch {
    return true;
  }
}

async function withdraw(messageIds: ReadonlySet<number>): Promise<void> {
  for (const notification of await scope.registration.getNotifications())
    if (messageIds.has((notification.data as { messageId?: number } | null)?.messageId ?? 0)) notification.close();
}

/** In an existing window, or in a new one. */
export async function open(fragment: string): Promise<void> {
  const [first] = [...(await windows())]
    .filter(({ url }) => new URL(url).pathname === "/")
    .sort((a, b) => Number(b.focused) - Number(a.focused));
  if (!first) {
    await scope.clients.openWindow(`/#${fragment}`);
    return;
  }
  await first.focus();
  if (fragment !== "") first.postMessage({ open: fragment } satisfies FromWorker);
}
