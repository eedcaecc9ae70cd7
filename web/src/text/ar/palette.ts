/** The palette. */
import type { palette as english } from "../en/palette.ts";
import type { Translated } from "../translated.ts";

export const palette: Translated<typeof english> = {
  label: "الانتقال إلى محادثة أو شخص أو أمر، أو البحث",
  placeholder: "انتقال أو بحث",
  results: "النتائج",
  places: "ما زرته مؤخرًا",
  conversations: "المحادثات",
  channels: "القنوات",
  people: "الأشخاص",
  views: "طرق العرض",
  commands: "الإعدادات والأوامر",
  messages: "الرسائل",
  searchFor: "البحث عن «{words}»",
  searchKey: "Ctrl Enter",
  nothing: "لا توجد نتائج",
  found:
    "{count, plural, =0 {لم يُعثر على شيء} one {نتيجة واحدة} two {نتيجتان} few {# نتائج} many {# نتيجة} other {# نتيجة}}",
  choose: "اختيار",
  open: "فتح",
  actions: "إجراءات",
};
