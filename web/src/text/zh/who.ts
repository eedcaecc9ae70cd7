/** Choosing who holds a permission: roles, groups and people. */
import type { who as english } from "../en/who.ts";
import type { Translated } from "../translated.ts";

export const who: Translated<typeof english> = {
  nobody: "无人",
  owners: "所有者",
  administrators: "管理员",
  moderators: "协管员",
  fullMembers: "正式成员",
  members: "成员",
  everyone: "所有人，包括访客",
  internet: "互联网上的所有人",
  hiddenGroup: "你看不到的用户组",
  add: "添加…",
  remove: "移除 {name}",
  suggestions: "角色、用户组和用户",
  needed: "请选择",
  save: "保存更改",
  discard: "放弃",
  meanwhile: "其他人在此期间更改了此项。未保存任何内容。请检查新的值后重试。",
  overtaken: "其他人已将此项设为：{theirs}。你的选择（未保存）：{mine}。",
};
