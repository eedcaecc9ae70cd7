/** Choosing who holds a permission: roles, groups and people. */
import type { who as english } from "../en/who.ts";
import type { Translated } from "../translated.ts";

export const who: Translated<typeof english> = {
  nobody: "لا أحد",
  owners: "المالكون",
  administrators: "المسؤولون",
  moderators: "المشرفون",
  fullMembers: "الأعضاء كاملو العضوية",
  members: "الأعضاء",
  everyone: "الجميع، ومنهم الضيوف",
  internet: "الجميع على الإنترنت",
  hiddenGroup: "مجموعة لا يمكنك رؤيتها",
  add: "إضافة…",
  remove: "إزالة {name}",
  suggestions: "الأدوار والمجموعات والأشخاص",
  needed: "اختر أحدًا",
  save: "حفظ التغييرات",
  discard: "تجاهل",
  meanwhile: "غيّر شخص آخر هذا في هذه الأثناء. لم يُحفظ شيء. راجع القيم الجديدة وأعد المحاولة.",
  overtaken: "عيّن شخص آخر هذا إلى: {theirs}. اختيارك غير المحفوظ: {mine}.",
};
