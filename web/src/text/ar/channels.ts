/** What happened to channels and topics, said afterwards. */
import type { channels as english } from "../en/channels.ts";
import type { Translated } from "../translated.ts";

export const channels: Translated<typeof english> = {
  markedRead:
    "{count, plural, zero {لم تُعيَّن أي رسالة كمقروءة.} one {تم تعيين رسالة واحدة كمقروءة.} two {تم تعيين رسالتين كمقروءتين.} few {تم تعيين # رسائل كمقروءة.} many {تم تعيين # رسالة كمقروءة.} other {تم تعيين # رسالة كمقروءة.}}",
  pinned: "تم تثبيت {name}.",
  unpinned: "تم إلغاء تثبيت {name}.",
  muted: "تم كتم {name}.",
  unmuted: "تم إلغاء كتم {name}.",
  unsubscribed: "غادرت {name}.",
  topicAsChannel: "يستخدم {topic} إعداد القناة.",
  topicMuted: "تم كتم {topic}.",
  topicUnmuted: "تم إلغاء كتم {topic}.",
  topicFollowed: "أنت تتابع {topic}.",
};
