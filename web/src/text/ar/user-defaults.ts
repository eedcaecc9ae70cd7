/** The page of the defaults for new users. */
import type { userDefaults as english } from "../en/user-defaults.ts";
import type { Translated } from "../translated.ts";

export const userDefaults: Translated<typeof english> = {
  about: "الإعدادات التي تكون للأشخاص عند انضمامهم. ويحتفظ الموجودون بإعداداتهم.",
  privacy: "الخصوصية",
  emailAddress: "من يرى عنوان البريد الإلكتروني",
  emailAddressWords: "ظهور خصوصية إخفاء بريد إلكتروني",
  emailAddressHelp: "على بطاقة الشخص.",
  everyone: "الجميع، ومنهم الضيوف",
  members: "الأعضاء",
  moderators: "المشرفون",
  administrators: "المسؤولون",
  nobody: "لا أحد",
  presence: "إظهار متى يكون الشخص نشطًا",
  receipts: "إظهار ما قرأه الشخص للآخرين",
  typingDirect: "إظهار الكتابة في الرسائل المباشرة",
  typingChannels: "إظهار الكتابة في القنوات",
  seesTyping: "رؤية متى يكتب الآخرون",
};
