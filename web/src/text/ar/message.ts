/** One message. */
import type { message as english } from "../en/message.ts";
import type { Translated } from "../translated.ts";

export const message: Translated<typeof english> = {
  label: "{name}، {time}{mentions, select, yes {، تشير إليك} other {}}{unread, select, yes {، غير مقروءة} other {}}",
  echo: "{name}، {time}، لم تُرسل بعد",
  fromMuted: "رسالة من شخص كتمته.",
  show: "إظهار",
  edited: "معدَّلة",
  moved: "منقولة",
  both: "معدَّلة ومنقولة",
  movedFrom: "منقولة من {place}",
  bothFrom: "معدَّلة ومنقولة من {place}",
  privateChannel: "قناة خاصة",
  starred: "مميزة بنجمة",
  starWaits: "مميزة بنجمة. بانتظار الاتصال",
  remindsAt: "تذكير: {when}",
  reactions: "التفاعلات",
  addReaction: "إضافة تفاعل",
  you: "أنت",
  reacted: "تفاعل :{emoji}: — {names}",
  reactionWaits: "تفاعل :{emoji}: — {names}. بانتظار الاتصال",
  sending: "جارٍ الإرسال",
  waiting: "بانتظار الاتصال",
  notSent: "لم تُرسل. {reason}",
  edit: "تعديل",
  discard: "تجاهل",
};
