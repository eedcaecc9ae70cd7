/** Polls, to-do lists, and messages that offer answers. */
import type { widgets as english } from "../en/widgets.ts";
import type { Translated } from "../translated.ts";

export const widgets: Translated<typeof english> = {
  votes: "{count, plural, =0 {لا أصوات} one {صوت واحد} two {صوتان} few {# أصوات} many {# صوتًا} other {# صوت}}",
  optionVotes:
    "{option}، {count, plural, zero {لا أصوات} one {صوت واحد} two {صوتان} few {# أصوات} many {# صوتًا} other {# صوت}}",
  optionVotesWithOwn:
    "{option}، {count, plural, zero {لا أصوات} one {صوت واحد، هو صوتك} two {صوتان، أحدهما صوتك} few {# أصوات، منها صوتك} many {# صوتًا، منها صوتك} other {# صوت، منها صوتك}}",
  nobodyVoted: "لا أحد بعد",
  andOthers:
    "{names}، و{count, plural, zero {لا أحد غيرهم} one {واحد آخر} two {اثنان آخران} few {# آخرون} many {# آخرون} other {# آخرون}}",
  poll: "استطلاع",
  noQuestion: "لا سؤال بعد",
  editQuestion: "تعديل السؤال",
  question: "السؤال",
  addOption: "إضافة خيار",
  option: "خيار",
  optionExists: "هذا الخيار موجود من قبل.",
  todo: "قائمة مهام",
  noTitle: "المهام",
  editTitle: "تعديل العنوان",
  title: "العنوان",
  done: "تم إنجاز {done, number} من {count, number}",
  addTask: "إضافة مهمة",
  task: "المهمة",
  description: "الوصف",
  taskExists: "هذه المهمة موجودة من قبل.",
  tooMany: "القائمة ممتلئة.",
  add: "إضافة",
  save: "حفظ",
  notChanged: "لم يتغيّر. {reason}",
};
