/** The page of everyone's bots. */
import type { allBots as english } from "../en/all-bots.ts";
import type { Translated } from "../translated.ts";

export const allBots: Translated<typeof english> = {
  about: "حسابات البرامج، ومن المسؤول عنها.",
  lists: "قوائم البوتات",
  all: "كل البوتات",
  yours: "بوتاتك",
  none: "لا توجد بوتات.",
  noneOfYours: "ليست لديك بوتات.",
  owner: "المالك",
  newOwner: "مالك آخر",
  ownerHelp: "مسؤول عن البوت، ويرى مفتاح API الخاص به.",
  noOwner: "لا أحد",
  filterState: "البوتات المعروضة",
  active: "النشطة",
  deactivated: "المعطّلة",
  deactivatedBot: "تم تعطيل {name}.",
  locked: "يمكن للمسؤولين ولمالك البوت تغييره.",
};
